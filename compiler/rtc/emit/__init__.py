"""IR -> Python source."""

from rtc.emit.module import emit_module

__all__ = ["emit_module"]
