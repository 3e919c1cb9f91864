"""The file with which a client starts while the service is away."""
