"""The runtime pieces: by table on every Python, against the reference, and what they cost."""
