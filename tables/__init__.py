"""Everything with a row in the database, a socket, a clock, a notice or a dice cup. No game is named here."""
