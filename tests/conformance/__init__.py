"""Real formats and real faults: raw outputs with the messages they mean."""
