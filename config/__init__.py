"""Settings and glue: no product logic."""
