"""The template engine, with the same results as the one of the service."""
