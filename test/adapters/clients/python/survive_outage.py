"""Uses a client while its service is killed, frozen and started again, as the test that runs it asks on stdin."""

import json
import os
import sys

from prompthold import Prompthold, PromptholdError

client = Prompthold(label="production", max_age=0, timeout=3, snapshot=os.environ["SNAPSHOT"])
for line in sys.stdin:
    name, options = json.loads(line)
    try:
        prompt = client.get(name, **options)
        values = {"name": "Ada"} if prompt.variables else {}
        result = [prompt.source, prompt.version, prompt.render(**values)]
    except PromptholdError as error:
        result = [type(error).__name__, error.code]
    print(json.dumps(result), flush=True)
client.close()
