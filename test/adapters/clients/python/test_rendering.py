import json
import random
import time
from datetime import datetime
import unittest
from unittest import mock

from prompthold import (
    PromptholdError,
    PromptholdOffline,
    PromptNotFound,
    PromptVariablesError,
    Unauthorized,
    Unavailable,
)
from service import ClientTest, break_connection, never_respond, quote, respond


class Online(ClientTest):
    def test_the_service_renders_the_version_that_was_fetched(self):
        name = self.a_prompt("Dear {{name}}", labels=["production"], config={"model": "a"})
        prompt = self.client().get(name)
        self.account.move(name, "production", self.account.publish(name, "Hi {{name}}", config={"model": "b"}))

        self.assertEqual((prompt.render(name="Ada"), prompt.config), ("Dear Ada", {"model": "a"}))

    def test_sections_members_defaults_and_includes_are_the_service_s(self):
        signature = self.a_prompt("Yours, {{agent.name}}")
        name = self.a_prompt(
            f"{{{{#items}}}}- {{{{.}}}}\n{{{{/items}}}}{{{{n}}}} {{{{> {signature}}}}}",
            variables=[
                {"name": "items", "type": "json", "required": True},
                {"name": "n", "type": "number", "required": False, "default": 7},
                {"name": "agent", "type": "json", "required": True},
            ],
        )

        rendered = self.client().get(name).render(items=["a", 1], agent={"name": "Bob"})

        self.assertEqual(rendered, "- a\n- 1\n7 Yours, Bob")

    def test_a_chat_is_rendered_with_its_placeholders(self):
        name = self.a_name()
        messages = [{"role": "system", "content": "Help {{who}}."}, {"placeholder": "history"}]
        self.account.publish(name, messages=messages)
        call = {"role": "assistant", "content": None, "tool_calls": [{"id": "{{who}}"}]}
        history = ({"role": "user", "content": "{{who}}?"}, call)

        rendered = self.client().get(name).render(who="Ada", placeholders={"history": history})

        self.assertEqual(
            rendered, [{"role": "system", "content": "Help Ada."}, {"role": "user", "content": "{{who}}?"}, call]
        )

    def test_every_problem_with_the_values_is_reported(self):
        name = self.a_prompt(
            "{{a}} {{b}}",
            variables=[
                {"name": "a", "type": "string", "required": True},
                {"name": "b", "type": "number", "required": True},
            ],
        )

        with self.assertRaises(PromptVariablesError) as caught:
            self.client().get(name).render(b="1", c="x")

        problems = {problem["path"]: problem["problem"] for problem in caught.exception.problems}
        self.assertEqual(problems, {"a": "missing", "b": "type", "c": "unknown"})
        self.assertEqual((caught.exception.code, caught.exception.status), ("variables_invalid", 422))

    def test_a_value_that_is_no_json_is_reported_by_its_name(self):
        prompt = self.client().get(self.a_prompt("{{a}} {{b}}"))

        for wrong in ({1, 2}, float("nan"), b"bytes", object()):
            with self.assertRaises(PromptVariablesError) as caught:
                prompt.render(a="fine", b=wrong)
            self.assertEqual(caught.exception.problems, [{"path": "b", "problem": "type"}])

    def test_integers_that_json_changes_are_refused(self):
        name = self.a_prompt("{{a}}", variables=[{"name": "a", "type": "number"}])

        with self.assertRaises(PromptVariablesError) as caught:
            self.client().get(name).render(a=2**53 + 1)

        self.assertIn("write it as text", str(caught.exception))

    def test_variables_may_have_names_that_python_uses(self):
        name = self.a_prompt("{{self}} {{class}} {{placeholders}} {{client}}")

        rendered = self.client().get(name).render(self="1", placeholders="3", client="4", **{"class": "2"})

        self.assertEqual(rendered, "1 2 3 4")

    def test_a_renamed_prompt_is_still_rendered_and_its_old_name_is_another_one(self):
        name, new_name = self.a_prompt("Old {{x}}"), self.a_name()
        prompt = self.client().get(name)
        self.account.rename(name, new_name)
        self.account.publish(name, "Another {{x}}")

        self.assertEqual(prompt.render(x="1"), "Old 1")

    def test_a_deleted_prompt_is_reported_and_no_longer_served(self):
        name = self.a_prompt()
        client = self.client()
        prompt = client.get(name)
        self.account.delete(name)

        with self.assertRaises(PromptNotFound):
            prompt.render(name="Ada")

        with self.assertRaises(PromptNotFound):
            client.get(name)


class Releases(ClientTest):
    def an_includer(self, **fields):
        tone = self.a_prompt("Yours")
        return tone, self.a_prompt(f"Dear {{{{name}}}}, {{{{> {tone}}}}}", labels=["production"], **fields)

    def read(self, name):
        return self.account.call("GET", f"/api/prompts/{quote(name)}")["data"]

    def lock(self, fingerprint=None):
        """Adds a lock to prompts that are read from now on: by default, what they are rendered with now."""

        def fault(handler):
            if handler.command != "GET":
                return False
            body = self.account.call("GET", handler.path)
            name, resolved = body["data"]["name"], body["data"]["resolved"]
            locked = fingerprint or self.account.render(name, {"name": "Ada"})["fingerprint"]
            resolved["lock"] = {"fingerprint": locked, "includes": []}
            return respond(200, body)(handler)

        self.proxy.fault = fault

    def selections(self):
        sent = [json.loads(exchange.sent) for exchange in self.proxy.requests() if exchange.method == "POST"]
        return [{name: body[name] for name in ("label", "version", "at") if name in body} for body in sent]

    def test_a_rendering_has_the_fingerprint_and_the_includes(self):
        tone, name = self.an_includer(config={"model": "a"})
        prompt = self.client().get(name)

        rendering = prompt.rendering({"name": "Ada"})

        expected = self.account.render(name, {"name": "Ada"})
        self.assertEqual((rendering.output, rendering.version), ("Dear Ada, Yours", 1))
        self.assertEqual((rendering.hash, rendering.config), (prompt.hash, {"model": "a"}))
        self.assertEqual((rendering.fingerprint, rendering.includes), (expected["fingerprint"], expected["includes"]))
        self.assertEqual([include["include"] for include in rendering.includes], [tone])

    def test_without_includes_the_fingerprint_is_the_hash_also_offline(self):
        prompt = self.client().get(self.a_prompt("Hi {{name}}"))
        online = prompt.rendering({"name": "Ada"})
        self.proxy.fault = break_connection

        self.assertEqual(prompt.rendering({"name": "Ada"}), online)
        self.assertEqual((online.fingerprint, online.includes), (prompt.hash, []))

    def test_the_past_is_rendered_with_what_the_label_and_the_includes_were_then(self):
        tone, name = self.an_includer()
        then = self.read(name)["updatedAt"]
        self.account.publish(tone, "Best")
        self.account.move(name, "production", self.account.publish(name, f"Hi {{{{name}}}}, {{{{> {tone}}}}}"))
        prompt = self.client().get(name)

        for moment in (then, datetime.fromisoformat(then.replace("Z", "+00:00"))):
            past = prompt.rendering({"name": "Ada"}, at=moment)
            self.assertEqual((past.output, past.version), ("Dear Ada, Yours", 1))
        self.assertEqual(prompt.rendering({"name": "Ada"}).output, "Hi Ada, Best")

    def test_the_past_needs_the_service(self):
        prompt = self.client().get(self.a_prompt("Hi"))
        self.proxy.fault = break_connection

        with self.assertRaises(PromptholdOffline):
            prompt.rendering({}, at="2026-01-01T00:00:00Z")

    def test_a_lock_is_followed_by_rendering_the_label(self):
        _, name = self.an_includer()
        self.lock()
        client = self.client()

        self.assertEqual(client.get(name).render(name="Ada"), "Dear Ada, Yours")
        self.assertEqual(self.selections(), [{"label": "production"}])

    def test_a_locked_prompt_stays_as_it_was_read_when_its_label_moves(self):
        for content in ("Hi {{name}}, {{> %s}}", "Hi {{name}} of {{city}}, {{> %s}}"):
            with self.subTest(content):
                self.proxy.exchanges.clear()
                tone, name = self.an_includer()
                self.lock()
                client = self.client(max_age=1_000)
                prompt = client.get(name)
                then = self.read(name)["updatedAt"]
                self.account.move(name, "production", self.account.publish(name, content % tone))

                self.assertEqual(prompt.render(name="Ada"), "Dear Ada, Yours")
                self.assertEqual(self.selections(), [{"label": "production"}, {"label": "production", "at": then}])
                self.proxy.fault = None
                self.assertEqual(client.get(name).version, 2)

    def test_a_locked_prompt_whose_release_is_no_longer_known_is_reported(self):
        _, name = self.an_includer()
        self.lock("sha256:unknown")
        client = self.client(max_age=1_000)
        prompt = client.get(name)

        with self.assertRaises(PromptholdError) as caught:
            prompt.render(name="Ada")
        self.assertEqual(caught.exception.code, "outdated")

    def test_wrong_values_for_a_locked_prompt_are_reported(self):
        _, name = self.an_includer()
        self.lock()
        client = self.client()

        with self.assertRaises(PromptVariablesError) as caught:
            client.get(name).render(nobody="Ada")
        self.assertEqual([problem["path"] for problem in caught.exception.problems], ["name", "nobody"])


class Offline(ClientTest):
    FAULTS = (break_connection, never_respond, respond(503), respond(429), respond(502, b"<html>", "text/html"))

    def offline_prompt(self, content=None, fault=break_connection, **fields):
        name = self.a_name()
        self.account.publish(name, content, **fields)
        client = self.client(max_age=0)
        prompt = client.get(name)
        if fault is never_respond:
            client._timeout = 0.2
        self.proxy.fault = fault
        return prompt

    def test_plain_tags_are_rendered_with_strings(self):
        for fault in self.FAULTS:
            self.proxy.fault = None
            prompt = self.offline_prompt('{"a": {{ a }}, "b": {{{b}}}} {{a}}{{1}}{{a b}} \\{ {{}}', fault)

            self.assertEqual(
                prompt.render(a="{{b}}\\1", b="2"), '{"a": {{b}}\\1, "b": {2}} {{b}}\\1{{1}}{{a b}} \\{ {{}}'
            )

    def test_a_chat_with_plain_tags_is_rendered(self):
        messages = [{"role": "developer", "content": "Help {{who}}."}, {"placeholder": "history"}]
        prompt = self.offline_prompt(messages=messages)

        result = {"role": "tool", "content": [{"text": "{{who}}"}], "tool_call_id": "c1"}

        rendered = prompt.render({"history": [result]}, who="Ada")

        self.assertEqual(rendered, [{"role": "developer", "content": "Help Ada."}, result])

    def test_an_optional_variable_that_is_omitted_renders_as_nothing(self):
        variables = [{"name": "a"}, {"name": "b", "required": False, "enum": ["x"]}]
        prompt = self.offline_prompt("{{a}}<{{b}}>", variables=variables)

        self.assertEqual(prompt.render(a="1"), "1<>")
        self.assertEqual(prompt.render(a="1", b=None), "1<>")
        self.assertEqual(prompt.render(a="1", b="x"), "1<x>")

    def test_everything_else_needs_the_service(self):
        included = self.a_prompt("Bye")
        cases = [
            ("{{#a}}x{{/a}}", {"a": "1"}),
            ("{{^a}}x{{/a}}", {"a": "1"}),
            ("{{a.b}}", {"a": {"b": "1"}}),
            (f"{{{{> {included}}}}}", {}),
            ("\\{{a}}", {}),
            ("\\\\{{a}}", {"a": "1"}),
            ("{{a}}", {"a": 1}),
            ("{{a}}", {"a": None}),
            ("{{a}}", {}),
        ]
        for content, values in cases:
            with self.subTest(content, values=values):
                self.proxy.fault = None
                prompt = self.offline_prompt(content)

                with self.assertRaises(PromptholdOffline) as caught:
                    prompt.render(**values)

                self.assertEqual(caught.exception.code, "offline")
                self.assertIsInstance(caught.exception, Unavailable)
                self.proxy.fault = None
                if content != "{{a}}":
                    prompt.render(**values)

    def test_a_default_needs_the_service(self):
        variables = [{"name": "a", "type": "string", "required": False, "default": "x"}]
        prompt = self.offline_prompt("{{a}}", variables=variables)

        with self.assertRaises(PromptholdOffline):
            prompt.render()
        self.assertEqual(prompt.render(a="y"), "y")

    def test_values_are_refused_as_the_service_would_refuse_them(self):
        variables = [
            {"name": "a", "type": "string", "required": True, "enum": ["x", "y"]},
            {"name": "b", "type": "number", "required": True},
            {"name": "c", "type": "json", "required": True},
        ]
        prompt = self.offline_prompt("{{a}}{{b}}{{c}}", variables=variables)
        values = {"a": "z", "b": "1", "c": "fine", "d": "2"}

        offline = self.problems_of(lambda: prompt.render(**values))
        self.proxy.fault = None

        self.assertEqual(offline, self.problems_of(lambda: prompt.render(**values)))
        self.assertEqual(offline, {"a": "enum", "b": "type", "d": "unknown"})

    def test_placeholders_are_refused_as_the_service_would_refuse_them(self):
        prompt = self.offline_prompt(messages=[{"placeholder": "history"}, {"placeholder": "facts"}])
        cases = [
            {},
            {"history": [], "facts": [], "other": []},
            {"history": [{"role": "tool", "ids": [1.5, True, 2**53 + 1]}], "facts": [{"role": "x", "n": 1e20}]},
            {"history": "text", "facts": ["x", {"role": "user"}, {"content": "x"}, {"role": None}]},
        ]
        for placeholders in cases:
            with self.subTest(placeholders=placeholders):
                self.proxy.fault = break_connection
                offline = self.problems_of(lambda: prompt.render(placeholders))
                self.proxy.fault = None
                self.assertEqual(offline, self.problems_of(lambda: prompt.render(placeholders)))

    def problems_of(self, call):
        with self.assertRaises(PromptVariablesError) as caught:
            call()
        return {problem["path"]: problem["problem"] for problem in caught.exception.problems}

    def test_output_over_1_mib_is_refused(self):
        prompt = self.offline_prompt("{{a}}{{a}}")

        with self.assertRaises(PromptholdError) as caught:
            prompt.render(a="ü" * 300_000)

        self.assertEqual(caught.exception.code, "render_too_large")

    def test_a_refused_key_renders_nothing(self):
        plain, section = (self.client().get(self.a_prompt(text)) for text in ("{{a}}", "{{#a}}x{{/a}}"))
        self.proxy.fault = respond(401, {"error": "Unauthorized"})

        for prompt in (plain, section):
            with self.assertRaises(Unauthorized):
                prompt.render(a="1")

    def test_a_slow_outage_does_not_slow_down_every_rendering(self):
        client = self.client(max_age=1_000)
        prompt = client.get(self.a_prompt("{{a}}"))

        with self.outage(never_respond, client):
            client._timeout = 1
            rendered = [prompt.render(a="first")]
            with mock.patch("prompthold.time.monotonic", return_value=time.monotonic()):
                rendered += [prompt.render(a="other") for _ in range(20)]

        self.assertEqual(rendered, ["first"] + ["other"] * 20)
        self.assertEqual(len(self.proxy.requests()), 2)

    def test_texts_are_rendered_exactly_as_by_the_service(self):
        pieces = [
            "{{a}}",
            "{{ b }}",
            "{",
            "}",
            "{{",
            "}}",
            "\\",
            "a",
            " ",
            "{{a b}}",
            "{{1}}",
            "{{}}",
            "ü",
            "\n",
            '"',
            ".",
        ]
        pick = random.Random(7)
        texts = {"".join(pick.choices(pieces, k=pick.randint(1, 12))) for _ in range(400)}
        plain = sorted(text for text in texts if "\\{{" not in text)[:200]
        name = self.a_name()
        self.account.publish(name, messages=[{"role": "user", "content": text} for text in plain])
        prompt = self.client(max_age=0).get(name)
        values = {"a": "{{b}}\\", "b": "}}{{a"}

        expected = prompt.render(**values)
        self.proxy.fault = break_connection
        rendered = prompt.render(**values)

        self.assertEqual(len(plain), 200)
        self.assertEqual(rendered, expected)


class Fallbacks(ClientTest):
    def fallback(self, fallback):
        return self.client().get(self.a_name(), fallback=fallback)

    def test_a_text_is_rendered_with_inferred_variables(self):
        prompt = self.fallback("Hello {{name}} of {{ city }}, {{name}}!")

        self.assertEqual([variable["name"] for variable in prompt.variables], ["name", "city"])
        self.assertEqual(prompt.render(name="Ada", city="London"), "Hello Ada of London, Ada!")
        self.assertEqual(prompt.config, {})

    def test_messages_are_rendered(self):
        prompt = self.fallback([{"role": "user", "content": "{{q}}"}, {"placeholder": "more"}])

        self.assertEqual(prompt.render(q="Why?", placeholders={"more": []}), [{"role": "user", "content": "Why?"}])

    def test_content_or_messages_may_have_a_config(self):
        text = self.fallback({"content": "Hi", "config": {"model": "x"}})
        chat = self.fallback({"messages": [{"role": "user", "content": "Hi"}], "config": {"model": "y"}})

        self.assertEqual((text.render(), text.config), ("Hi", {"model": "x"}))
        self.assertEqual((chat.render(), chat.config), ([{"role": "user", "content": "Hi"}], {"model": "y"}))

    def test_inferred_variables_have_the_types_of_the_service(self):
        content = "{{a}} {{b.c}} {{#d}}{{.}}{{a}}{{/d}} {{^e}}x{{/e}} {{e}} {{ f }}"
        name = self.a_prompt(content)

        self.assertEqual(self.fallback(content).variables, self.client().get(name).variables)

    def test_unknown_values_are_refused(self):
        with self.assertRaises(PromptVariablesError):
            self.fallback("Hello").render(name="Ada")

    def test_a_fallback_that_needs_the_engine_says_so(self):
        with self.assertRaises(PromptholdOffline) as caught:
            self.fallback("{{#a}}x{{/a}}").render(a="1")

        self.assertIn("{{#a}}", str(caught.exception))

    def test_a_malformed_fallback_is_an_error_even_while_it_is_not_needed(self):
        name = self.a_prompt()
        for malformed in (
            7,
            {"text": "x"},
            [{"content": "x"}],
            {"content": "x", "config": 1},
            [{"role": "boss", "content": ""}],
        ):
            with self.assertRaises(PromptholdError) as caught:
                self.client().get(name, fallback=malformed)
            self.assertEqual(caught.exception.code, "configuration")


if __name__ == "__main__":
    unittest.main()
