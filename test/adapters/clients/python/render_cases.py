"""Renders what the test asks for on stdin. Prints the output with what identifies it, or the problems."""

import json
import sys

from prompthold import Prompthold, PromptholdError
from prompthold.templates.json_text import stringify

client = Prompthold(max_age=1_000_000, timeout=60)
for line in sys.stdin:
    case = json.loads(line)
    try:
        rendering = client.get(case["name"]).rendering(case["values"], case["placeholders"])
        result = {
            "output": stringify(rendering.output),
            "fingerprint": rendering.fingerprint,
            "includes": rendering.includes,
        }
    except PromptholdError as error:
        result = {"code": error.code, "details": error.details}
    print(json.dumps(result), flush=True)
