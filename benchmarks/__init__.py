"""What the parsers cost: against a floor in Python, against other parsers, and as the text grows.

`make bench` measures and writes docs/performance.md. Nothing here knows how a parser works inside.
"""
