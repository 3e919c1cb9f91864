import os
import tempfile
import threading
import unittest
from unittest import mock

from prompthold import PromptholdError, PromptNotFound, Unauthorized, Unavailable
from service import (
    Account,
    ClientTest,
    Proxy,
    break_connection,
    drip,
    drip_body,
    never_respond,
    respond,
    speak_other_protocol,
    truncate,
)

UNKNOWN_KEY = f"ph_{'0' * 64}"

OUTAGES = {
    "broken connection": break_connection,
    "no response": never_respond,
    "endless header": drip,
    "endless body": drip_body,
    "truncated body": truncate,
    "another protocol": speak_other_protocol,
    "500": respond(500),
    "503": respond(503, {"error": "Storage cannot respond.", "code": "storage_unavailable"}),
    "503 for long": respond(503, Retry_After="3600"),
    "429": respond(429, {"error": "Busy.", "code": "busy"}, Retry_After="1"),
    "502 of a proxy": respond(502, b"<html>Bad Gateway</html>", "text/html"),
    "403 of a proxy": respond(403, b"<html>Forbidden</html>", "text/html"),
    "404 of a proxy": respond(404, b"default backend - 404", "text/plain"),
    "a page instead of JSON": respond(200, b"<html>Sign in to the hotel network</html>", "text/html"),
    "JSON that is no prompt": respond(200, {"data": {"version": 1}}),
    "a redirect": respond(302, Location="http://192.0.2.1/"),
}


class Freshness(ClientTest):
    def test_a_prompt_younger_than_max_age_comes_from_memory_without_a_request(self):
        name = self.a_prompt()
        client = self.client()

        prompts = [client.get(name) for _ in range(100)]

        self.assertEqual([prompt.source for prompt in prompts[:2]], ["network", "memory"])
        self.assertEqual({prompt.template for prompt in prompts}, {"Hello {{name}}!"})
        self.assertEqual(len(self.proxy.requests()), 1)

    def test_an_older_prompt_is_confirmed_by_a_304_without_a_body(self):
        advance = self.advance_clock()
        name = self.a_prompt()
        client = self.client(max_age=30)
        client.get(name)

        advance(29)
        young = client.get(name)
        advance(2)
        confirmed = client.get(name)

        self.assertEqual([young.source, confirmed.source], ["memory", "network"])
        self.assertEqual(confirmed.template, "Hello {{name}}!")
        first, second = self.proxy.requests()
        self.assertEqual(
            [(first.status, first.body_bytes > 0), (second.status, second.body_bytes)], [(200, True), (304, 0)]
        )
        self.assertRegex(second.headers["If-None-Match"], r'^"p_[^"]+"$')

    def test_max_age_0_sees_a_moved_label_with_the_next_get(self):
        name = self.a_prompt("One", labels=["production"])
        client = self.client(max_age=0, label="production")

        versions = [client.get(name).version]
        for content in ("Two", "Three"):
            self.account.move(name, "production", self.account.publish(name, content))
            versions.append(client.get(name).version)

        self.assertEqual(versions, [1, 2, 3])

    def test_max_age_0_does_not_share_a_request_that_was_sent_before_the_call(self):
        name = self.a_prompt("One", labels=["production"])
        client = self.client(max_age=0)
        arrived, released = threading.Event(), threading.Event()
        received = []

        def hold_response(handler):
            # Read before the label moves, returned after that.
            self.proxy.fault = None
            body = self.account.call("GET", handler.path)
            arrived.set()
            released.wait()
            return respond(200, body, ETag='"old"')(handler)

        self.proxy.fault = hold_response
        early = threading.Thread(target=lambda: client.get(name))
        early.start()
        arrived.wait()
        self.account.move(name, "production", self.account.publish(name, "Two"))
        late = threading.Thread(target=lambda: received.append(client.get(name).version))
        late.start()
        released.set()
        early.join()
        late.join()

        self.assertEqual(received, [2])

    def test_a_version_never_expires(self):
        advance = self.advance_clock()
        name = self.a_prompt("One")
        self.account.publish(name, "Two")
        client = self.client()

        client.get(name, version=1)
        advance(1_000_000)

        self.assertEqual(client.get(name, version=1).template, "One")
        self.assertEqual(len(self.proxy.requests()), 1)

    def test_label_version_and_the_default_rule_select(self):
        name = self.a_prompt("One", labels=["production"])
        self.account.publish(name, "Two", labels=["staging"])
        self.account.publish(name, "Three")
        client, staging = self.client(), self.client(label="staging")

        self.assertEqual(client.get(name).version, 1)
        self.assertEqual(client.get(name, label="staging").version, 2)
        self.assertEqual(client.get(name, label="latest").version, 3)
        self.assertEqual(client.get(name, version=2).version, 2)
        self.assertEqual(staging.get(name).version, 2)
        self.assertEqual(staging.get(name, label="production").version, 1)
        self.assertEqual(staging.get(name, version=3).version, 3)

    def test_a_prompt_has_its_fields_as_copies(self):
        name = self.a_name()
        messages = [{"role": "system", "content": "Help {{who}}."}, {"placeholder": "history"}]
        self.account.publish(name, messages=messages, config={"model": "gpt", "stop": ["x"]})
        client = self.client()

        prompt = client.get(name)
        prompt.config["stop"].append("y")
        prompt.template.clear()
        prompt.variables.clear()

        again = client.get(name)
        self.assertEqual((again.name, again.type, again.version), (name, "chat", 1))
        self.assertRegex(again.hash, "^sha256:[0-9a-f]{64}$")
        self.assertEqual(again.config, {"model": "gpt", "stop": ["x"]})
        self.assertEqual(again.template, messages)
        self.assertEqual(again.variables, [{"name": "who", "type": "string", "required": True}])
        self.assertEqual(repr(again), f"Prompt(name='{name}', version=1, source='memory')")

    def test_the_service_learns_who_asks(self):
        self.client(name="ci runner/1.0 ü" + "x" * 100).get(self.a_prompt())

        [request] = self.proxy.requests()
        self.assertEqual(request.headers["User-Agent"], "prompthold-client/0.1.0")
        self.assertEqual(request.headers["X-Client-Name"], ("ci-runner/1.0--" + "x" * 100)[:64])


class Threads(ClientTest):
    def test_eight_threads_share_one_request(self):
        name = self.a_prompt()
        client = self.client()
        barrier = threading.Barrier(8)
        received = []

        def read():
            barrier.wait()
            received.extend(client.get(name).template for _ in range(100))

        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(received, ["Hello {{name}}!"] * 800)
        self.assertEqual(len(self.proxy.requests()), 1)

    def test_eight_threads_use_many_prompts_and_labels_while_they_move(self):
        names = [self.a_prompt("1", labels=["production"]) for _ in range(4)]
        client = self.client(max_age=0)
        problems = []

        def read(index):
            seen = 0
            for _ in range(10):
                prompt = client.get(names[index % 4])
                if prompt.version < seen or prompt.template != str(prompt.version):
                    problems.append(prompt)
                seen = prompt.version

        threads = [threading.Thread(target=read, args=(index,)) for index in range(8)]
        for thread in threads:
            thread.start()
        for version in ("2", "3", "4"):
            for name in names:
                self.account.move(name, "production", self.account.publish(name, version))
        for thread in threads:
            thread.join()

        self.assertEqual(problems, [])

    def test_all_threads_get_the_error_of_their_shared_request(self):
        client = self.client()
        self.proxy.fault = respond(503, Retry_After="3600")
        name, errors = self.a_prompt(), []

        def read():
            try:
                client.get(name)
            except Unavailable as error:
                errors.append(error.status)

        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(errors, [503] * 8)


class Missing(ClientTest):
    def test_a_missing_prompt_label_or_version_is_an_error_with_its_code(self):
        name = self.a_prompt()
        client = self.client()
        cases = [
            ("prompt_not_found", self.a_name(), {}),
            ("label_not_found", name, {"label": "nowhere"}),
            ("version_not_found", name, {"version": 7}),
        ]

        for code, wanted, options in cases:
            with self.subTest(code), self.assertRaises(PromptNotFound) as caught:
                client.get(wanted, **options)
            self.assertEqual((caught.exception.code, caught.exception.status), (code, 404))
            self.assertTrue(caught.exception.request_id)
        self.assertEqual(len(self.proxy.requests()), len(cases), "a 404 is not tried again")

    def test_a_404_deletes_the_prompt_from_memory_and_disk(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        snapshot = os.path.join(folder.name, "snapshot.json")
        name = self.a_prompt()
        client = self.client(max_age=0, snapshot=snapshot)
        client.get(name)
        self.account.delete(name)

        with self.assertRaises(PromptNotFound):
            client.get(name)

        self.proxy.fault = break_connection
        with self.assertRaises(Unavailable):
            client.get(name)
        client.close()
        with self.assertRaises(Unavailable):
            self.client(snapshot=snapshot).get(name)

    def test_a_404_uses_the_fallback(self):
        for fallback in ("Hi {{name}}", ""):
            prompt = self.client().get(self.a_name(), fallback=fallback)

            self.assertEqual(
                (prompt.template, prompt.source, prompt.version, prompt.hash), (fallback, "fallback", 0, "")
            )


class Outages(ClientTest):
    def test_a_cached_prompt_is_served(self):
        name = self.a_prompt()
        for outage, fault in OUTAGES.items():
            with self.subTest(outage):
                key = mock.Mock(return_value=self.account.key)
                client = self.client(max_age=0, key=key)
                client.get(name)

                with self.outage(fault, client):
                    prompts = [client.get(name) for _ in range(2)]

                self.assertEqual(
                    [(prompt.source, prompt.template) for prompt in prompts], [("memory", "Hello {{name}}!")] * 2
                )
                key.assert_called_once_with()
                self.wait_until(lambda: client.get(name).source == "network", "the service is used again")

    def test_without_a_cached_prompt_the_fallback_is_used_or_the_error_raised(self):
        name = self.a_prompt()
        for outage, fault in OUTAGES.items():
            with self.subTest(outage):
                key = mock.Mock(return_value=self.account.key)
                client = self.client(timeout=0.2, key=key)
                self.proxy.fault = fault

                self.assertEqual(client.get(name, fallback="").source, "fallback")
                with self.assertRaises(Unavailable):
                    client.get(name)
                key.assert_called_once_with()

    def test_a_refused_connection_is_an_outage(self):
        self.proxy.close()

        with self.assertRaises(Unavailable) as caught:
            self.client().get("any")

        self.assertIn("refused", str(caught.exception))
        self.assertEqual(caught.exception.code, "unreachable")

    def test_the_error_has_the_sentence_of_the_service(self):
        self.proxy.fault = OUTAGES["503"]

        with self.assertRaises(Unavailable) as caught:
            self.client().get("any")

        error = caught.exception
        self.assertEqual(
            (error.code, error.status, str(error)), ("storage_unavailable", 503, "Storage cannot respond.")
        )

    def test_a_request_is_tried_once_more_if_nothing_is_cached(self):
        for first in (break_connection, respond(500), respond(429, Retry_After="0"), truncate):
            name, client = self.a_prompt(), self.client()
            faults = [first]
            self.proxy.fault = lambda handler: faults.pop()(handler) if faults else False

            self.assertEqual(client.get(name).source, "network")

    def test_a_request_is_tried_at_most_twice_and_not_before_retry_after(self):
        for fault, expected in (
            (break_connection, 2),
            (respond(503), 2),
            (OUTAGES["503 for long"], 1),
            (respond(400), 1),
        ):
            self.proxy.exchanges.clear()
            self.proxy.fault = fault

            with self.assertRaises(PromptholdError):
                self.client().get("any")

            self.assertEqual(len(self.proxy.requests()), expected)

    def test_another_rejection_is_raised_only_if_nothing_is_cached(self):
        cached, other = self.a_prompt(), self.a_prompt()
        client = self.client(max_age=0)
        client.get(cached)
        details = [{"path": "a", "problem": "b"}]
        self.proxy.fault = respond(400, {"error": "No.", "code": "bad_query", "details": details})

        self.assertEqual(client.get(cached).source, "memory")
        with self.assertRaises(PromptholdError) as caught:
            client.get(other, fallback="A request that the service does not understand is no outage.")
        error = caught.exception
        self.assertEqual((type(error), error.code, error.details), (PromptholdError, "bad_query", details))

    def test_a_redirect_is_refused_so_that_the_key_reaches_no_other_host(self):
        other = Proxy()
        self.addCleanup(other.close)
        for status in (301, 302, 303, 307, 308):
            self.proxy.fault = respond(status, Location=f"{other.url}/api/prompts/any")

            with self.assertRaises(Unavailable) as caught:
                self.client().get("any")

            self.assertIn("redirect", str(caught.exception))
        self.assertEqual(other.exchanges, [])


class Keys(ClientTest):
    is_account_shared = False

    def test_a_replaced_key_file_is_read_without_a_restart(self):
        name = self.a_prompt()
        with tempfile.NamedTemporaryFile("w+") as file, mock.patch.dict(os.environ, PROMPTHOLD_KEY_FILE=file.name):
            file.write(self.account.key + "\n")
            file.flush()
            client = self.client(key=None, max_age=0)
            client.get(name)

            new_key = self.account.reset_key()
            with self.assertRaises(Unauthorized):
                client.get(name)
            file.seek(0)
            file.write(new_key)
            file.flush()

            self.assertEqual(client.get(name).source, "network")

    def test_a_refused_key_is_an_error_and_nothing_that_it_has_read_is_served_any_more(self):
        name, fresh = self.a_prompt(), self.a_prompt()
        key = mock.Mock(return_value=self.account.key)
        client = self.client(key=key)
        client.get(name)
        client.get(fresh)
        self.account.reset_key()

        with self.assertRaises(Unauthorized) as caught:
            client.get(name, version=1, fallback="A wrong key is no outage.")
        self.assertEqual(caught.exception.status, 401)
        self.assertEqual(key.call_count, 2)
        with self.assertRaises(Unauthorized):
            client.get(fresh)
        with self.outage(break_connection, client), self.assertRaises(Unavailable):
            client.get(name)

    def test_a_response_to_a_key_that_was_refused_since_is_not_cached(self):
        name = self.a_prompt()
        client = self.client()
        send = client._connection.http.send

        def refuse_key_meanwhile(*args):
            response = send(*args)
            client._connection.reject(client._connection.keys.current())
            return response

        with mock.patch.object(client._connection.http, "send", refuse_key_meanwhile):
            self.assertEqual(client.get(name).source, "network")

        with self.outage(break_connection, client), self.assertRaises(Unavailable):
            client.get(name)

    def test_an_outage_serves_nothing_that_was_read_with_a_key_refused_since_it_began(self):
        name = self.a_prompt()
        client = self.client(max_age=0)
        client.get(name)

        def refuse_key_meanwhile(*_):
            client._connection.reject(client._connection.keys.current())
            raise Unavailable("timeout", "Slow.")

        with mock.patch.object(client._connection.http, "send", refuse_key_meanwhile), self.assertRaises(Unavailable):
            client.get(name)

    def test_a_key_that_changed_is_used_for_the_same_call(self):
        name = self.a_prompt()
        keys = [UNKNOWN_KEY, self.account.key]
        client = self.client(key=lambda: keys.pop(0))

        self.assertEqual(client.get(name).source, "network")
        self.assertEqual([request.status for request in self.proxy.requests()], [401, 200])

    def test_eight_threads_ask_for_a_new_key_together(self):
        names = [self.a_prompt() for _ in range(8)]
        key = mock.Mock(return_value=self.account.key)
        client = self.client(key=key)
        client.get(names[0])
        key.return_value = self.account.reset_key()
        errors = []

        def read(name):
            try:
                client.get(name)
            except PromptholdError as error:
                errors.append(error)

        threads = [threading.Thread(target=read, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(errors, [])
        self.assertEqual(key.call_count, 2)

    def test_a_key_that_cannot_be_read_serves_cached_prompts(self):
        name = self.a_prompt()
        key = mock.Mock(return_value=self.account.key)
        client = self.client(key=key, max_age=0)
        client.get(name)
        client._connection.keys._current = None

        key.side_effect = OSError("no vault")
        self.assertEqual(client.get(name).source, "memory")
        with self.assertRaises(PromptholdError) as caught:
            self.client(key=key).get(name)
        self.assertEqual(caught.exception.code, "configuration")

    def test_the_key_is_in_no_error_text_or_log(self):
        account = Account()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        client = self.client(key=account.key, max_age=0, snapshot=os.path.join(folder.name, "s.json"))
        account.publish("a", "Hello")
        client.get("a")
        texts = []

        with self.assertLogs("prompthold", "DEBUG") as logs:
            for fault in (*OUTAGES.values(), respond(401), respond(422)):
                for name in ("a", "b"):
                    try:
                        with self.outage(fault, client):
                            client.get(name).render(x=1)
                    except PromptholdError as error:
                        texts += [repr(error), str(error), repr(error.__dict__), repr(error.__cause__)]
        client.close()

        texts += [
            *logs.output,
            repr(client),
            repr(vars(client)),
            repr(vars(client._connection.keys)),
            str(client._connection.keys.current()),
        ]
        with open(os.path.join(folder.name, "s.json"), encoding="utf-8") as file:
            texts.append(file.read())
        self.assertGreater(len(texts), 30)
        self.assertEqual([text for text in texts if account.key[3:] in text], [])


class Limits(ClientTest):
    def setUp(self):
        super().setUp()
        self.content = "x"

        def invent_prompt(handler):
            name = handler.path.rpartition("/")[2].partition("?")[0]
            body = {"name": name, "type": "text", "content": self.content, "variables": [], "config": {}}
            return respond(200, {"data": {**body, "version": 1, "hash": "h"}}, ETag='"e"')(handler)

        self.proxy.fault = invent_prompt

    def test_the_least_recently_used_of_1001_prompts_is_evicted(self):
        client = self.client(max_age=3600)
        for number in range(1_000):
            client.get(f"p{number}")
        client.get("p0")

        client.get("p1000")

        sources = [client.get(name).source for name in ("p0", "p2", "p1000", "p1")]
        self.assertEqual(sources, ["memory", "memory", "memory", "network"])

    def test_at_most_32_mib_are_cached(self):
        self.content = "x" * (5 * 1024 * 1024)
        client = self.client()
        for number in range(7):
            client.get(f"p{number}")

        sources = [client.get(f"p{number}").source for number in (1, 6, 0)]

        self.assertEqual(sources, ["memory", "memory", "network"])

    def test_a_response_without_end_is_refused(self):
        self.content = "x" * (9 * 1024 * 1024)

        with self.assertRaises(Unavailable) as caught:
            self.client().get("p")

        self.assertIn("too large", str(caught.exception))


class Closing(ClientTest):
    def test_a_closed_client_raises_an_error(self):
        with self.client() as client:
            prompt = client.get(self.a_prompt())
        client.close()

        self.assertEqual(prompt.render(name="Ada"), "Hello Ada!")
        for call in (
            lambda: client.get("any"),
            lambda: prompt.rendering({"name": "Ada"}, at="2026-01-01"),
            client.watch,
        ):
            with self.assertRaises(PromptholdError) as caught:
                call()
            self.assertEqual(caught.exception.code, "closed")


if __name__ == "__main__":
    unittest.main()
