"""Requests to the service, with the key."""
