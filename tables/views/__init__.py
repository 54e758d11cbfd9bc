"""Thin views: a form in, a service called, a page or a frame out."""
