"""The bare pipeline: the site's server, middleware and sockets with one locked update, one insert and one push of 2 KB.

What the site's own moves cost is measured against it in the same run.
"""
