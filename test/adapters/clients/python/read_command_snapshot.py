"""Reads every entry of a snapshot without the service, and prints where it came from."""

import json
import sys

from prompthold import Prompthold

path, url = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    entries = json.load(file)["entries"]
client = Prompthold(url=url, snapshot=path, timeout=0.2)
for key in entries:
    name, _, selector = key.partition("@")
    options = {"version": int(selector)} if selector.isdigit() else {"label": selector or None}
    prompt = client.get(name, **options)
    print(json.dumps([key, prompt.source, prompt.version, prompt.template]))
