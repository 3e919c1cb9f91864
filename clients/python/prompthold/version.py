__version__ = "0.1.0"
USER_AGENT = f"prompthold-client/{__version__}"
