import os
import ssl
import subprocess
import tempfile
import unittest
from unittest import mock

from prompthold import Unavailable
from service import ClientTest, drip


class Tls(ClientTest):
    is_account_shared = False

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.certificate, key = (os.path.join(folder.name, name) for name in ("certificate.pem", "key.pem"))
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", self.certificate]
        subprocess.run([*command, *names], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        server = self.proxy._server
        server.socket = context.wrap_socket(server.socket, server_side=True)
        self.proxy.url = self.proxy.url.replace("http:", "https:")

    def trust_certificate(self):
        patch = mock.patch.dict(os.environ, SSL_CERT_FILE=self.certificate)
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_certificate_that_is_not_trusted_is_an_outage(self):
        with self.assertRaises(Unavailable) as caught:
            self.client().get("any")

        self.assertIn("certificate verify failed", str(caught.exception))
        self.assertEqual(self.proxy.exchanges, [])

    def test_prompts_are_read_and_rendered(self):
        self.trust_certificate()
        client = self.client(max_age=0)

        prompts = [client.get(self.a_prompt()) for _ in range(2)]

        self.assertEqual([prompt.source for prompt in prompts], ["network"] * 2)
        self.assertEqual(prompts[0].render(name="Ada"), "Hello Ada!")

    def test_a_response_without_end_is_limited_by_the_timeout(self):
        self.trust_certificate()
        self.proxy.fault = drip

        with self.assertRaises(Unavailable) as caught:
            self.client(timeout=0.5).get("any")

        self.assertEqual(caught.exception.code, "timeout")

    def test_a_stream_is_followed_and_closed(self):
        self.trust_certificate()
        name = self.a_prompt("One")
        client = self.client(max_age=1_000_000)
        with mock.patch("prompthold.stream._STREAM_IDLE_SECONDS", 3_600):
            client.watch()
            self.wait_until(lambda: client._stream._last_id is not None, "the stream is open")
        client.get(name)

        self.account.publish(name, "Two")
        self.wait_until(lambda: client.get(name).version == 2, "the change has arrived")
        client.close()

        client._stream._thread.join()


if __name__ == "__main__":
    unittest.main()
