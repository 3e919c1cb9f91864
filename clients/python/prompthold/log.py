import logging

log = logging.getLogger("prompthold")
