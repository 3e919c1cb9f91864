import fcntl
import hmac
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from prompthold import PromptNotFound, Unauthorized, Unavailable
from prompthold.cache.document import Document
from prompthold.cache.entries import Entry
from service import URL, Account, ClientTest, break_connection


def sign(text, key):
    signing_key = hmac.new(key.encode(), b"ph.snapshot.v1", "sha256").digest()
    mac = hmac.new(signing_key, text.encode(), "sha256").hexdigest()
    return f'{{"mac":"{mac}",{text[1:]}'


class SnapshotTest(ClientTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "new", "snapshot.json")

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)

    def write(self, text):
        """Writes this text, or signs this document as the client does."""
        if not isinstance(text, str):
            unsigned = {field: value for field, value in text.items() if field != "mac"}
            text = sign(json.dumps(unsigned), self.account.key)
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def saved(self, *names, **options):
        """Saves these prompts, and makes the service fail."""
        with self.client(snapshot=self.path) as client:
            for name in names:
                client.get(name, **options)
        self.proxy.fault = break_connection


class Starts(SnapshotTest):
    def test_a_client_starts_without_the_service(self):
        name = self.a_prompt("Hello {{name}}!", labels=["production"], config={"model": "x"})
        self.saved(name, label="production")

        client = self.client(snapshot=self.path)
        prompts = [client.get(name, label="production") for _ in range(2)]

        for prompt in prompts:
            self.assertEqual((prompt.source, prompt.version, prompt.config), ("disk", 1, {"model": "x"}))
            self.assertEqual(prompt.render(name="Ada"), "Hello Ada!")
        with self.assertRaises(Unavailable):
            client.get(name, label="staging")
        self.assertEqual(client.get(name, label="staging", fallback="x").source, "fallback")

    def test_the_variable_names_the_file(self):
        name = self.a_prompt()
        with mock.patch.dict(os.environ, PROMPTHOLD_SNAPSHOT=self.path):
            with self.client() as client:
                client.get(name)
            self.proxy.fault = break_connection

            self.assertEqual(self.client().get(name).source, "disk")
            with self.assertRaises(Unavailable):
                self.client(snapshot=False).get(name)

    def test_a_prompt_of_the_file_is_confirmed_by_a_304(self):
        name = self.a_prompt()
        self.saved(name)
        self.proxy.fault = None
        client = self.client(snapshot=self.path)

        sources = [client.get(name).source for _ in range(2)]

        self.assertEqual(sources, ["network", "memory"])
        self.assertEqual([request.status for request in self.proxy.requests()], [200, 304])

    def test_only_the_first_call_without_the_service_tries_twice(self):
        name = self.a_prompt()
        self.saved(name)
        client = self.client(snapshot=self.path, max_age=0)
        self.proxy.exchanges.clear()

        sources = [client.get(name).source for _ in range(5)]

        self.assertEqual(sources, ["disk"] * 5)
        self.assertEqual(len(self.proxy.requests()), 6)
        self.proxy.fault = None
        self.assertEqual(client.get(name).source, "network")
        self.proxy.fault = break_connection
        self.assertEqual(client.get(name).source, "memory")

    def test_a_prompt_that_was_read_before_the_outage_comes_from_memory(self):
        name = self.a_prompt()
        client = self.client(snapshot=self.path, max_age=0)
        client.get(name)
        self.proxy.fault = break_connection

        self.assertEqual(client.get(name).source, "memory")

    def test_a_refused_key_finds_nothing_in_the_file_any_more(self):
        name, other = self.a_prompt(), self.a_prompt()
        self.saved(name, other)
        self.proxy.fault = None
        refused = self.account.key
        self.account.reset_key()
        client = self.client(key=refused, snapshot=self.path)

        with self.assertRaises(Unauthorized):
            client.get(name)
        self.proxy.fault = break_connection

        for each in (client, self.client(key=refused, snapshot=self.path)):
            with self.assertRaises(Unavailable):
                each.get(other)
        self.assertEqual(self.read()["entries"], {})

    def test_the_file_of_another_key_is_ignored_and_stays_when_a_key_is_refused(self):
        name = self.a_prompt()
        self.saved(name)
        stored = self.read()
        stranger = Account()
        for key in (stranger.key, f"ph_{'0' * 64}"):
            with self.assertRaises(Unavailable):
                self.client(key=key, snapshot=self.path).get(name)

        self.proxy.fault = None
        with self.assertRaises(Unauthorized):
            self.client(key=f"ph_{'0' * 64}", snapshot=self.path).get(name)

        self.assertEqual(self.read(), stored)

    def test_a_changed_file_is_ignored(self):
        name = self.a_prompt("Hello")
        self.saved(name)
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(self.client(snapshot=self.path).get(name).template, "Hello")
        self.assertEqual(text, sign("{" + text[74:], self.account.key))

        for changed in (text.replace('"Hello"', '"Pwned"'), "{" + text[74:]):
            self.write(changed)
            with self.assertLogs("prompthold", "DEBUG") as logs, self.assertRaises(Unavailable):
                self.client(snapshot=self.path).get(name)
            self.assertIn("it is not signed with this key", "".join(logs.output))

    def test_a_prompt_read_before_a_refusal_is_not_saved_after_it(self):
        name = self.a_prompt()
        keys = [self.account.key, f"ph_{'0' * 64}"]
        with self.client(key=lambda: keys.pop(0), snapshot=self.path) as client:
            entry = Entry("", Document({}), 1)
            refused = client._connection.keys.current()
            client._connection.reject(refused)
            self.assertTrue(client._connection.keys.renew(refused))
            client._snapshot.set(name, entry, 0)

        self.assertFalse(os.path.exists(self.path))


class Files(SnapshotTest):
    def test_the_file_has_the_format_of_all_clients(self):
        name = self.a_prompt("Ünï {{name}}", labels=["production"])
        self.account.publish(name, "Two")
        with self.client(snapshot=self.path) as client:
            client.get(name)
            client.get(name, label="production")
            client.get(name, version=2)

        document = self.read()

        self.assertEqual((document["format"], document["version"]), ("prompthold-snapshot", 1))
        self.assertEqual(document["url"], self.proxy.url)
        self.assertRegex(document["savedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(list(document["entries"]), [name, f"{name}@2", f"{name}@production"])
        path = f"/api/prompts/{name.replace('/', '%2F')}"
        for key, query in ((name, ""), (f"{name}@2", "?version=2"), (f"{name}@production", "?label=production")):
            self.assertEqual(document["entries"][key]["prompt"], self.account.call("GET", path + query)["data"])
            self.assertRegex(document["entries"][key]["etag"], '^"p_.*"$')

    def test_the_file_is_readable_by_its_owner_only_and_has_no_key(self):
        previous = os.umask(0)
        self.addCleanup(os.umask, previous)
        self.saved(self.a_prompt())

        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["snapshot.json"])
        with open(self.path, encoding="utf-8") as file:
            self.assertNotIn(self.account.key[3:], file.read())

    def test_the_first_prompt_is_written_immediately_and_others_at_most_once_a_second(self):
        names = [self.a_prompt() for _ in range(5)]
        client = self.client(snapshot=self.path)

        with mock.patch("os.replace", wraps=os.replace) as replace:
            client.get(names[0])
            self.assertEqual(list(self.read()["entries"]), names[:1])
            for name in names[1:]:
                client.get(name)
            self.wait_until(lambda: len(self.read()["entries"]) == 5, "the others are written")
            client.close()

        self.assertLess(replace.call_count, 5)

    def test_close_writes_the_rest(self):
        names = [self.a_prompt() for _ in range(2)]

        self.saved(*names)

        self.assertEqual(sorted(self.read()["entries"]), sorted(names))

    def test_prompts_of_the_file_that_are_not_used_stay_in_it(self):
        used, unused = self.a_prompt(), self.a_prompt()
        self.saved(used, unused)
        self.proxy.fault = None
        self.account.publish(used, "Two")

        with self.client(snapshot=self.path) as client:
            client.get(used)

        entries = self.read()["entries"]
        self.assertEqual([entries[name]["prompt"]["version"] for name in (used, unused)], [2, 1])

    def test_prompts_that_another_process_saved_stay_in_the_file(self):
        ours, theirs, later, missing = (self.a_prompt() for _ in range(4))
        client = self.client(snapshot=self.path, max_age=0)
        client.get(ours)
        client.get(missing)
        self.account.delete(missing)
        with self.assertRaises(PromptNotFound):
            client.get(missing)
        client.close()
        stored = self.read()
        entry = stored["entries"][ours]
        self.write({**stored, "entries": {ours: entry, theirs: entry, missing: entry}})

        self.account.publish(ours, "Two")
        client = self.client(snapshot=self.path, max_age=0)
        with self.assertRaises(PromptNotFound):
            client.get(missing)
        self.write({**stored, "entries": {later: entry, missing: entry}})
        client.get(ours)
        client.close()

        self.assertEqual(sorted(self.read()["entries"]), sorted([ours, theirs, later]))

    def test_processes_write_one_after_the_other(self):
        ours, theirs = self.a_prompt(), self.a_prompt()
        self.saved(theirs)
        self.proxy.fault = None
        stored = self.read()
        os.remove(self.path)
        folder = os.open(os.path.dirname(self.path), os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)

        def finish_their_writing(_):
            self.write(stored)
            fcntl.flock(folder, fcntl.LOCK_UN)

        with mock.patch("time.sleep", side_effect=finish_their_writing):
            self.client(snapshot=self.path).get(ours)

        self.assertEqual(sorted(self.read()["entries"]), sorted([ours, theirs]))

    def test_a_lock_that_is_never_released_is_no_error(self):
        name = self.a_prompt()
        os.makedirs(os.path.dirname(self.path))
        folder = os.open(os.path.dirname(self.path), os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)

        self.client(snapshot=self.path).get(name)

        self.assertEqual(list(self.read()["entries"]), [name])

    def test_an_unusable_file_is_ignored_and_replaced(self):
        name = self.a_prompt()
        self.saved(name)
        good = self.read()
        entry = good["entries"][name]
        unusable = {
            "empty": "",
            "truncated": json.dumps(good)[:100],
            "no JSON": "\x00\x01",
            "no object": "[]",
            "nested too deeply": "[" * 100_000,
            "another format": {**good, "format": "something"},
            "of no version": {**good, "version": "1"},
            "of another service": {**good, "url": "http://192.0.2.1"},
            "without entries": {**good, "entries": None},
            "with a damaged entry": {**good, "entries": {name: entry, "b": {"etag": 1, "prompt": {}}}},
            "with a prompt of another form": {**good, "entries": {name: {**entry, "prompt": {"type": "image"}}}},
        }
        for problem, text in unusable.items():
            with self.subTest(problem):
                self.write(text)
                self.proxy.fault = break_connection
                with self.assertRaises(Unavailable):
                    self.client(snapshot=self.path).get(name)

                self.proxy.fault = None
                with self.client(snapshot=self.path) as client:
                    self.assertEqual(client.get(name).source, "network")
                self.assertEqual(self.read()["entries"], good["entries"])

    def test_a_file_of_a_newer_client_is_left_alone(self):
        name = self.a_prompt()
        self.saved(name)
        newer = {**self.read(), "version": 2}
        self.write(newer)
        newer = self.read()

        with self.assertLogs("prompthold", "DEBUG") as logs:
            with self.assertRaises(Unavailable):
                self.client(snapshot=self.path).get(name)
            self.proxy.fault = None
            with self.client(snapshot=self.path) as client:
                self.assertEqual(client.get(name).source, "network")

        self.assertEqual(self.read(), newer)
        self.assertEqual(len([line for line in logs.output if "a newer client" in line]), 2, "once for each client")

    def test_an_unusable_file_is_logged_once(self):
        name = self.a_prompt()
        self.write("{")
        client = self.client(snapshot=self.path)

        with self.assertLogs("prompthold", "DEBUG") as logs:
            client.get(name)
            client.get(self.a_prompt())

        self.assertEqual(len([line for line in logs.output if "is ignored" in line]), 1)

    def test_a_file_that_cannot_be_written_is_logged_once_and_is_no_error(self):
        # A file where the folder should be: not even root can write there.
        with open(os.path.join(self.folder, "file"), "w", encoding="utf-8"):
            pass
        client = self.client(snapshot=os.path.join(self.folder, "file", "snapshot.json"))

        with self.assertLogs("prompthold", "DEBUG") as logs:
            sources = [client.get(self.a_prompt()).source for _ in range(2)]
            client.close()

        self.assertEqual(sources, ["network", "network"])
        self.assertEqual(len([line for line in logs.output if "cannot be written" in line]), 1)

    def test_a_read_only_folder_is_no_error(self):
        name = self.a_prompt()
        with mock.patch("tempfile.mkstemp", side_effect=PermissionError(13, "Permission denied")):
            with self.client(snapshot=self.path) as client:
                self.assertEqual(client.get(name).source, "network")

        self.assertFalse(os.path.exists(self.path))

    def test_processes_that_write_one_file_never_damage_it(self):
        names = [self.a_prompt() for _ in range(6)]
        program = (
            "import sys; from prompthold import Prompthold\n"
            "url, key, path, *names = sys.argv[1:]\n"
            "for _ in range(30):\n"
            "    with Prompthold(url=url, key=key, snapshot=path, max_age=0) as client:\n"
            "        for name in names: client.get(name)\n"
        )
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", program, URL, self.account.key, self.path, *part],
            )
            for part in (names[:3], names[3:])
        ]
        reads = 0
        while any(writer.poll() is None for writer in writers):
            if os.path.exists(self.path):
                self.assertEqual(self.read()["url"], URL)
                reads += 1

        self.assertEqual([writer.returncode for writer in writers], [0, 0])
        self.assertGreater(reads, 0)
        self.assertEqual(sorted(self.read()["entries"]), sorted(names))
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["snapshot.json"])


if __name__ == "__main__":
    unittest.main()
