"""People: meeting, voice, fear."""
