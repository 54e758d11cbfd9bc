"""Everything that changes a row. Each service is one transaction; bad input raises `errors.Refused` and changes nothing."""
