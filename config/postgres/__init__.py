"""Django's Postgres backend on the embedded cluster."""
