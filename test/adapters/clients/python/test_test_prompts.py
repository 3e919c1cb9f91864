import unittest
from unittest import mock

from prompthold import Moved, Prompthold, PromptholdError, PromptNotFound, Published, test_prompts


class TestPrompts(unittest.TestCase):
    def setUp(self):
        patch = mock.patch("socket.socket.connect", side_effect=AssertionError("a test client needs no network"))
        patch.start()
        self.addCleanup(patch.stop)

    def test_prompts_are_templates(self):
        chat = [{"role": "user", "content": "{{q}}"}, {"placeholder": "history"}]
        fields = {"content": "{{> sign}} {{n}}", "config": {"model": "m"}}
        with test_prompts({"sign": "Yours, {{agent}}", "chat": chat, "reply": fields}) as prompts:
            reply = prompts.get("reply", label="production")

            self.assertIsInstance(prompts, Prompthold)
            self.assertEqual(reply.render(agent="Ada", n="1"), "Yours, Ada 1")
            self.assertEqual((reply.version, reply.config, reply.includes[0]["name"]), (1, {"model": "m"}, "sign"))
            self.assertEqual(prompts.get("chat").render({"history": []}, q="Why"), [{"role": "user", "content": "Why"}])
            self.assertEqual(prompts.get("other", fallback="Hi").source, "fallback")
            with self.assertRaises(PromptNotFound):
                prompts.get("other")

    def test_they_are_published_and_moved_like_others(self):
        prompts = test_prompts({"a": "One"}, label="production")
        prompts.watch()

        self.assertEqual(prompts.publish("a", "Two", labels=["staging"]), Published(2, False))
        self.assertEqual(prompts.publish("a", "Two"), Published(2, True))
        self.assertEqual((prompts.get("a", label="staging").version, prompts.get("a", version=1).template), (2, "One"))
        self.assertEqual(prompts.move("a", "production", 1, expect=None), Moved(1, None))
        self.assertEqual((prompts.get("a").version, prompts.ready()), (1, "network"))

    def test_a_prompt_that_is_no_template_is_refused(self):
        for template in ("{{#a}}", {"text": "x"}, 7):
            with self.assertRaises(PromptholdError) as caught:
                test_prompts({"a": template})
            self.assertEqual(caught.exception.code, "configuration")


if __name__ == "__main__":
    unittest.main()
