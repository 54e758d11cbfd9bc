"""Everything that reads. Nothing here writes a row."""
