import unittest
from datetime import datetime

from prompthold import (
    PromptholdError,
    PromptholdOffline,
    PromptVariablesError,
    Unauthorized,
)
from service import ClientTest, break_connection, quote, respond


class Rendering(ClientTest):
    def test_the_version_that_was_fetched_is_rendered(self):
        name = self.a_prompt("Dear {{name}}", labels=["production"], config={"model": "a"})
        prompt = self.client().get(name)
        self.account.move(name, "production", self.account.publish(name, "Hi {{name}}", config={"model": "b"}))

        self.assertEqual((prompt.render(name="Ada"), prompt.config), ("Dear Ada", {"model": "a"}))

    def test_sections_members_defaults_and_includes_need_no_request(self):
        signature = self.a_prompt("Yours, {{agent.name}}")
        name = self.a_prompt(
            f"{{{{#items}}}}- {{{{.}}}}\n{{{{/items}}}}{{{{n}}}} {{{{> {signature}}}}}",
            variables=[
                {"name": "items", "type": "json", "required": True},
                {"name": "n", "type": "number", "required": False, "default": 7},
                {"name": "agent", "type": "json", "required": True},
            ],
        )

        prompt = self.client().get(name)
        requests = len(self.proxy.exchanges)
        rendered = prompt.render(items=["a", 1], agent={"name": "Bob"})

        self.assertEqual(rendered, "- a\n- 1\n7 Yours, Bob")
        self.assertEqual(len(self.proxy.exchanges), requests)

    def test_a_chat_is_rendered_with_its_placeholders(self):
        name = self.a_name()
        messages = [{"role": "system", "content": "Help {{who}}."}, {"placeholder": "history"}]
        self.account.publish(name, messages=messages)
        history = ({"role": "user", "content": "{{who}}?"},)

        rendered = self.client().get(name).render(who="Ada", placeholders={"history": history})

        self.assertEqual(
            rendered, [{"role": "system", "content": "Help Ada."}, {"role": "user", "content": "{{who}}?"}]
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
        self.assertEqual(caught.exception.code, "variables_invalid")

    def test_a_value_that_is_no_json_is_reported_by_its_name(self):
        prompt = self.client().get(self.a_prompt("{{a}} {{b}}"))

        for wrong in ({1, 2}, float("nan"), b"bytes", object()):
            with self.assertRaises(PromptVariablesError) as caught:
                prompt.render(a="fine", b=wrong)
            self.assertEqual(caught.exception.problems, [{"path": "b", "problem": "type"}])

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

    def test_messages_of_a_placeholder_are_passed_on_unchanged(self):
        name = self.a_name()
        self.account.publish(name, messages=[{"placeholder": "history"}])
        call = {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        history = [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "1", "content": [{"type": "text", "text": "{{a}}"}]},
        ]
        prompt = self.client().get(name)

        rendered = prompt.render({"history": history})

        self.assertEqual(rendered, history)
        rendered[0]["tool_calls"].clear()
        self.assertEqual(history[0]["tool_calls"], [call])
        for message, problem in (("x", ("0", "type")), ({}, ("0.role", "missing")), ({"role": 1}, ("0.role", "type"))):
            with self.assertRaises(PromptVariablesError) as caught:
                prompt.render({"history": [message]})
            path, code = problem
            self.assertEqual(caught.exception.problems, [{"path": f"placeholders.history.{path}", "problem": code}])

    def test_an_optional_variable_without_a_value_renders_as_nothing(self):
        variables = [
            {"name": name, "type": kind, "required": False} for name, kind in (("city", "string"), ("p", "json"))
        ]
        content = "<{{city}}{{#city}}!{{/city}}{{p.x.y}}>"
        prompt = self.client().get(self.a_prompt(content, variables=variables))

        self.assertEqual([prompt.render(), prompt.render(city=None), prompt.render(city="Rom")], ["<>", "<>", "<Rom!>"])

    def test_an_integer_beyond_2_53_is_refused(self):
        prompt = self.client().get(self.a_prompt("{{n.id}}"))

        self.assertEqual(prompt.render(n={"id": 2**53 - 1}), "9007199254740991")
        with self.assertRaises(PromptVariablesError) as caught:
            prompt.render(n={"id": 2**53})
        [problem] = caught.exception.problems
        self.assertEqual((problem["path"], problem["problem"]), ("n.id", "type"))
        self.assertIn("write it as text", problem["message"])

    def test_output_over_1_mib_is_refused(self):
        with self.assertRaises(PromptholdError) as caught:
            self.client().get(self.a_prompt("{{a}}{{a}}")).render(a="ü" * 300_000)

        self.assertEqual(caught.exception.code, "render_too_large")

    def test_telemetry_names_the_prompt_for_any_tracer(self):
        name = self.a_prompt(labels=["production"])
        client = self.client(label="production")
        prompt = client.get(name)

        self.assertEqual(
            prompt.telemetry(),
            {
                "gen_ai.prompt.name": name,
                "gen_ai.prompt.version": 1,
                "prompthold.prompt.hash": prompt.hash,
                "prompthold.prompt.fingerprint": prompt.fingerprint,
                "prompthold.prompt.label": "production",
                "prompthold.prompt.source": "network",
            },
        )
        self.assertEqual(
            client.get("none", fallback="Hi").telemetry(),
            {"gen_ai.prompt.name": "none", "gen_ai.prompt.version": 0, "prompthold.prompt.source": "fallback"},
        )


class Releases(ClientTest):
    def an_includer(self, **fields):
        tone = self.a_prompt("Yours")
        return tone, self.a_prompt(f"Dear {{{{name}}}}, {{{{> {tone}}}}}", labels=["production"], **fields)

    def read(self, name):
        return self.account.call("GET", f"/api/prompts/{quote(name)}")["data"]

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

    def test_a_lock_leads_to_the_versions_of_its_includes(self):
        tone, name = self.an_includer()
        self.account.publish(tone, "Best")

        def add_lock(handler):
            body = self.account.call("GET", handler.path)
            if body["data"]["name"] != name:
                return False
            locked = {"include": tone, "promptId": "p", "name": tone, "version": 1}
            body["data"]["resolved"]["lock"] = {"fingerprint": "sha256:x", "includes": [locked]}
            return respond(200, body)(handler)

        self.proxy.fault = add_lock
        prompt = self.client().get(name)

        self.assertEqual(prompt.render(name="Ada"), "Dear Ada, Yours")
        self.assertEqual([(each["version"], each["by"]) for each in prompt.includes], [(1, "lock")])

    def test_an_include_that_changes_or_disappears_is_noticed(self):
        tone, name = self.an_includer()
        client = self.client(max_age=0)
        kept = client.get(name)
        self.account.publish(tone, "Best {{x}}", force=True)

        self.assertEqual(client.get(name).render(name="Ada", x="y"), "Dear Ada, Best y")
        self.assertEqual([variable["name"] for variable in client.get(name).variables], ["name", "x"])
        self.assertEqual(kept.render(name="Ada"), "Dear Ada, Yours")
        self.proxy.fault = lambda handler: (
            quote(tone) in handler.path and respond(404, {"error": "x", "code": "prompt_not_found"})(handler)
        )
        with self.assertRaises(PromptholdError) as caught:
            client.get(name)
        self.assertEqual(caught.exception.code, "includes_invalid")
        message = f"no text prompt named {tone}"
        self.assertEqual(caught.exception.details, [{"path": "includes", "problem": "not-found", "message": message}])

    def test_a_prompt_whose_new_includes_cannot_be_read_stays_as_it_was(self):
        tone, name = self.an_includer()
        other = self.a_prompt("Other")
        client = self.client(max_age=0)
        client.get(name)
        self.account.move(name, "production", self.account.publish(name, f"{{{{> {other}}}}}"))
        self.proxy.fault = lambda handler: quote(other) in handler.path and break_connection(handler)

        self.assertEqual(client.get(name).version, 1)


class Offline(ClientTest):
    def test_a_cached_prompt_with_sections_and_includes_is_rendered_without_the_service(self):
        included = self.a_prompt("{{#items}}{{.n}}{{/items}}")
        client = self.client(max_age=0)
        name = self.a_prompt(f"{{{{> {included}}}}} \\{{{{a}}}}")
        client.get(name)
        self.proxy.fault = break_connection

        prompt = client.get(name)

        self.assertEqual((prompt.source, prompt.render(items=[{"n": 1}, {"n": 2.5}])), ("memory", "12.5 {{a}}"))

    def test_what_a_refused_key_has_read_is_no_longer_served(self):
        client = self.client(max_age=0)
        name = self.a_prompt("{{a}}")
        client.get(name)
        self.proxy.fault = respond(401, {"error": "Unauthorized"})

        with self.assertRaises(Unauthorized):
            client.get(name)


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

    def test_inferred_variables_are_those_of_the_service_of_any_type(self):
        content = "{{a}} {{b.c}} {{#d}}{{.}}{{a}}{{/d}} {{^e}}x{{/e}} {{e}} {{ f }}"
        name = self.a_prompt(content)

        declared = self.client().get(name).variables
        self.assertEqual(self.fallback(content).variables, [{**variable, "type": "json"} for variable in declared])

    def test_unknown_values_are_refused(self):
        with self.assertRaises(PromptVariablesError):
            self.fallback("Hello").render(name="Ada")

    def test_sections_and_numbers_are_rendered(self):
        prompt = self.fallback("{{#a}}x{{.}}{{/a}} {{n.of}}")

        self.assertEqual(prompt.render(a=[1, True], n={"of": 3}), "x1xtrue 3")

    def test_a_variable_takes_a_value_of_any_type_because_none_is_declared(self):
        self.assertEqual(self.fallback("{{n}} {{t}} {{b}}").render(n=3, t="x", b=True), "3 x true")

    def test_a_malformed_fallback_is_an_error_even_while_it_is_not_needed(self):
        name = self.a_prompt()
        for malformed in (
            7,
            {"text": "x"},
            [{"content": "x"}],
            {"content": "x", "config": 1},
            {"content": "x", "messages": []},
            "{{#a}}",
            "{{> other}}",
            [{"role": "boss", "content": ""}],
        ):
            with self.assertRaises(PromptholdError) as caught:
                self.client().get(name, fallback=malformed)
            self.assertEqual(caught.exception.code, "configuration")


if __name__ == "__main__":
    unittest.main()
