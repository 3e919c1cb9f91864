"""An HTTP service that drafts replies to customers: POST /replies with {customer, message}."""

import json
import os
import signal
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prompthold import Prompthold

# One client for the whole process. PROMPTHOLD_URL and PROMPTHOLD_KEY_FILE name the service and the key.
prompts = Prompthold(label="production", name="support-bot", snapshot=".prompthold/snapshot.json")

# Used only if the service cannot be reached, and neither memory nor the snapshot has the prompt.
FALLBACK = {
    "messages": [
        {"role": "system", "content": "You write {{tone}} replies to {{customer}}, a customer of a bookshop."},
        {"placeholder": "conversation"},
    ],
    "config": {"model": "gpt-5-mini"},
}


def draft_reply(customer, message):
    """Asks for the prompt every time: it comes from memory, and is current."""
    prompt = prompts.get("support/reply", fallback=FALLBACK)
    conversation = [{"role": "user", "content": message}]
    messages = prompt.render({"conversation": conversation}, customer=customer, tone="warm")
    reply = complete({**prompt.config, "messages": messages})
    # Which version wrote a reply belongs into every log.
    return {"reply": reply, "version": prompt.version, "source": prompt.source}


def complete(parameters):
    """Any API that is compatible with OpenAI's. Their package takes the same parameters."""
    base_url = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    headers = {"Authorization": f"Bearer {os.environ['OPENAI_API_KEY']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{base_url}/chat/completions", json.dumps(parameters).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)["choices"][0]["message"]["content"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        enquiry = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(draft_reply(enquiry["customer"], enquiry["message"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    # Sees a moved label within a second. Saves the snapshot for the next start.
    with prompts:
        prompts.watch()
        server.serve_forever()
