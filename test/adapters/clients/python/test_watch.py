import subprocess
import sys
import threading
import unittest
from unittest import mock

from prompthold import PromptNotFound, Unauthorized
from prompthold.stream import Event, Stream
from service import URL, ClientTest, respond


class WatchTest(ClientTest):
    is_account_shared = False

    def setUp(self):
        super().setUp()
        for limit, seconds in (("_RECONNECT_MIN", 0.05), ("_RECONNECT_MAX", 0.2)):
            patch = mock.patch(f"prompthold.stream.{limit}", seconds)
            patch.start()
            self.addCleanup(patch.stop)

    def watching(self, **options):
        """A client whose stream is open, and whose cache never expires by age."""
        client = self.client(**{"max_age": 1_000_000, **options})
        self.watch(client)
        return client

    def watch(self, client):
        with mock.patch("prompthold.stream.log.debug") as debug:
            client.watch()
            self.wait_until(lambda: mock.call("stream: %s", "hello") in debug.mock_calls, "the stream is open")

    def wait_for_version(self, client, name, version, **options):
        self.wait_until(lambda: client.get(name, **options).version == version, f"{name} has version {version}")


class Events(WatchTest):
    def test_a_moved_label_is_seen_without_waiting_for_max_age(self):
        name = self.a_prompt("One", labels=["production"])
        client = self.watching(label="production")
        client.get(name)

        self.account.move(name, "production", self.account.publish(name, "Two"))

        self.wait_for_version(client, name, 2)

    def test_other_prompts_stay_in_memory(self):
        name, other = self.a_prompt("One"), self.a_prompt("One")
        client = self.watching()
        client.get(name)
        client.get(other)

        self.account.publish(name, "Two")

        self.wait_for_version(client, name, 2)
        self.assertEqual(client.get(other).source, "memory")

    def test_a_version_stays_in_memory_until_its_prompt_is_deleted(self):
        name = self.a_prompt("One")
        client = self.watching()
        client.get(name, version=1)
        client.get(name)
        self.account.publish(name, "Two")
        self.wait_for_version(client, name, 2)

        self.assertEqual(client.get(name, version=1).source, "memory")
        self.account.delete(name)
        self.wait_until(lambda: self.is_missing(client, name, version=1), "the version is gone")

    def test_prompts_are_asked_for_again_when_the_protection_of_labels_changes(self):
        name = self.a_prompt("One")
        client = self.client(max_age=1_000)
        client.get(name)

        Stream(client._connection, client._reader)._handle(
            Event("protection.changed", "7.1", '{"data":{"labels":["production"]}}')
        )

        self.assertEqual([client.get(name).source for _ in range(2)], ["network", "memory"])

    def test_a_renamed_prompt_is_gone_under_its_old_name(self):
        name, new_name = self.a_prompt("One"), self.a_name()
        client = self.watching()
        client.get(name)

        self.account.rename(name, new_name)

        self.wait_until(lambda: self.is_missing(client, name), "the old name is gone")
        self.assertEqual(client.get(new_name).version, 1)

    def test_a_prompt_read_by_its_id_is_marked_as_well(self):
        name = self.a_prompt("One")
        prompt_id = self.account.call("GET", f"/api/prompts/{name.replace('/', '%2F')}")["data"]["id"]
        client = self.watching()
        client.get(prompt_id)

        self.account.publish(name, "Two")

        self.wait_for_version(client, prompt_id, 2)

    def test_prompts_read_before_the_stream_was_open_are_asked_for_again(self):
        name = self.a_prompt("One")
        client = self.client(max_age=1_000_000)
        client.get(name)
        self.account.publish(name, "Two")
        self.assertEqual(client.get(name).version, 1)

        self.watch(client)

        self.assertEqual(client.get(name).version, 2)

    def test_a_change_during_a_request_is_not_missed(self):
        name = self.a_prompt("One")
        client = self.watching()
        arrived, released = threading.Event(), threading.Event()

        def hold_response(handler):
            self.proxy.fault = None
            body = self.account.call("GET", handler.path)
            arrived.set()
            released.wait()
            return respond(200, body, ETag='"old"')(handler)

        self.proxy.fault = hold_response
        reader = threading.Thread(target=lambda: client.get(name))
        reader.start()
        arrived.wait()
        self.account.publish(name, "Two")
        self.wait_until(
            lambda: any(fetch.is_outdated for fetch in client._reader.fetches.values()), "the event has arrived"
        )
        released.set()
        reader.join()

        self.assertEqual(client.get(name).version, 2)

    def is_missing(self, client, name, **options):
        try:
            client.get(name, **options)
        except PromptNotFound:
            return True
        return False


class Reconnects(WatchTest):
    def streams(self):
        return self.proxy.requests("/api/events")

    def test_a_cut_stream_is_resumed_and_misses_nothing(self):
        name = self.a_prompt("One", labels=["production"])
        client = self.watching()
        client.get(name)

        self.proxy.fault = lambda handler: handler.path.startswith("/api/events") and respond(503)(handler)
        self.proxy.cut_streams()
        self.account.move(name, "production", self.account.publish(name, "Two"))
        self.wait_until(lambda: len(self.streams()) >= 3, "the stream was refused twice")
        self.assertEqual(client.get(name).version, 1)
        self.proxy.fault = None

        self.wait_for_version(client, name, 2)
        self.assertNotIn("Last-Event-ID", self.streams()[0].headers)
        self.assertIn("Last-Event-Id", {header.title() for header in self.streams()[-1].headers})

    def test_a_reset_makes_everything_stale(self):
        names = [self.a_prompt("One") for _ in range(2)]
        client = self.watching()
        for name in names:
            client.get(name)

        client._stream._last_id = "1-1-00000000"
        self.proxy.cut_streams()

        for name in names:
            self.wait_until(lambda name=name: client.get(name).source == "network", f"{name} is asked for again")

    def test_too_many_streams_are_tried_again_after_retry_after(self):
        refused = threading.Event()

        def refuse(handler):
            if not handler.path.startswith("/api/events"):
                return False
            refused.set()
            self.proxy.fault = None
            return respond(429, {"error": "x", "code": "too_many_streams"}, Retry_After="1")(handler)

        self.proxy.fault = refuse
        self.watching()

        self.assertTrue(refused.is_set())
        self.assertEqual([stream.status for stream in self.streams()], [None, 200])

    def test_a_service_without_streams_is_not_asked_again(self):
        name = self.a_prompt("One")
        client = self.client()
        self.proxy.fault = lambda handler: (
            handler.path.startswith("/api/events") and respond(404, {"error": "x", "code": "not_found"})(handler)
        )

        client.watch()

        client._stream._thread.join()
        self.assertEqual(len(self.streams()), 1)
        self.assertEqual(client.get(name).version, 1)

    def test_a_new_key_is_used_without_a_restart(self):
        name = self.a_prompt("One")
        keys = [self.account.key]
        client = self.watching(key=lambda: keys[-1])
        client.get(name)

        keys.append(self.account.reset_key())
        self.wait_until(lambda: 401 in [stream.status for stream in self.streams()], "the old key is refused")
        self.account.publish(name, "Two")

        self.wait_for_version(client, name, 2)

    def test_a_refused_stream_deletes_what_the_key_has_read(self):
        name = self.a_prompt("One")
        client = self.watching(max_age=1_000_000)
        client.get(name)

        self.account.reset_key()
        self.wait_until(lambda: len(client._reader.cache) == 0, "the prompts of the old key are deleted")

        with self.assertRaises(Unauthorized):
            client.get(name)

    def test_events_of_any_form_do_not_end_the_thread(self):
        name = self.a_prompt("One")
        client = self.client(max_age=1_000_000)
        streams = [
            b"event: label.moved\ndata: {\n\n",
            b'event: label.moved\ndata: {"data": 1}\n\n',
            b"event: prompt.deleted\ndata: []\n\n",
            b":" + b"x" * 2_000_000,
            b"\xff\xfe\n\n\n",
            b"event: unknown\r\nid: 1\r\n\r\n",
        ]

        def send(handler):
            if not handler.path.startswith("/api/events") or not streams:
                return False
            return respond(200, streams.pop(0), "text/event-stream")(handler)

        self.proxy.fault = send
        self.watch(client)
        client.get(name)
        self.account.publish(name, "Two")

        self.wait_for_version(client, name, 2)


class Lifetime(WatchTest):
    def test_close_ends_the_thread_and_the_connection(self):
        ended = threading.Event()

        def stream(handler):
            handler.connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nid: 1\nevent: hello\ndata: {}\n\n")
            self.assertEqual(handler.connection.recv(1), b"")
            ended.set()
            return True

        self.proxy.fault = stream
        # Nothing but close() ends the connection.
        with mock.patch("prompthold.stream._STREAM_IDLE_SECONDS", 3_600):
            client = self.watching()
        thread = client._stream._thread
        client.watch()
        self.assertIs(client._stream._thread, thread, "a second call has no effect")

        client.close()

        thread.join()
        ended.wait()

    def test_a_process_that_never_closes_exits_by_itself(self):
        name = self.a_prompt()
        program = (
            "import sys, logging; from prompthold import Prompthold\n"
            "client = Prompthold(url=sys.argv[1], key=sys.argv[2], max_age=0)\n"
            "client.watch()\n"
            "client.get(sys.argv[3]); client.get(sys.argv[3])\n"
            "while client._stream._last_id is None: pass\n"
            "print('done')\n"
        )

        finished = subprocess.run(
            [sys.executable, "-c", program, URL, self.account.key, name],
            capture_output=True,
            timeout=60,
            text=True,
        )

        self.assertEqual((finished.stdout, finished.stderr, finished.returncode), ("done\n", "", 0))

    def test_a_process_that_forks_goes_on_in_its_children(self):
        name = self.a_prompt("One")
        program = (
            "import os, sys; from prompthold import Prompthold\n"
            "client = Prompthold(url=sys.argv[1], key=sys.argv[2], max_age=1_000_000)\n"
            "client.get(sys.argv[3]); client.watch()\n"
            "if os.fork(): os._exit(os.wait()[1])\n"
            "print(client.get(sys.argv[3]).source, flush=True); client.watch()\n"
            "while client._stream._last_id is None: pass\n"
            "print(client.get(sys.argv[3]).source); client.close()\n"
        )

        finished = subprocess.run(
            [sys.executable, "-c", program, URL, self.account.key, name],
            capture_output=True,
            timeout=60,
            text=True,
        )

        self.assertEqual((finished.stdout, finished.returncode), ("memory\nnetwork\n", 0))


if __name__ == "__main__":
    unittest.main()
