"""`python -m rtc.cli` is the command `rtc`."""

from rtc.cli import main

if __name__ == "__main__":
    main(prog_name="rtc")
