"""Telling people that it is their turn, by mail. Nothing here changes a match; `tables.tasks` runs it."""
