import ast
import copy
import os
import pathlib
import pickle
import re
import tempfile
import unittest
from unittest import mock

import prompthold
from prompthold import Prompthold, PromptholdError, PromptNotFound, PromptVariablesError
from service import ROOT

KEY = f"ph_{'ab' * 32}"


class Options(unittest.TestCase):
    def assert_refused(self, secret=None, **options):
        with self.subTest(**options), self.assertRaises(PromptholdError) as caught:
            Prompthold(**{"key": KEY, **options})
        self.assertEqual(caught.exception.code, "configuration")
        if secret is not None:
            self.assertNotIn(secret, repr(caught.exception))

    def test_malformed_options_are_refused_in_the_constructor(self):
        for url in (
            "",
            "prompts",
            "ftp://h",
            "http://",
            "http://h?x=1",
            "http://h#x",
            "http://h?",
            "http://h:99999",
            7,
        ):
            self.assert_refused(url=url)
        self.assert_refused(url="http://u:secret@h", secret="secret")
        self.assert_refused(url="http://h/a b")
        for key in ("", "secret", KEY + "0", KEY.upper(), KEY + "\n", 7):
            self.assert_refused(key=key, secret="secret")
        for label in ("", "Production", "1", "a" * 37, 7):
            self.assert_refused(label=label)
        for timeout in (0, 0.09, 61, float("nan"), "2", None, True):
            self.assert_refused(timeout=timeout)
        for max_age in (-1, float("nan"), "30", None):
            self.assert_refused(max_age=max_age)
        for snapshot in (True, ""):
            self.assert_refused(snapshot=snapshot)
        self.assert_refused(bootstrap="disk-first")

    def test_urls_are_normalized_as_by_the_other_clients(self):
        cases = {
            "http://127.0.0.1:3000/": "http://127.0.0.1:3000",
            "HTTPS://Prompts.Example.COM:443//": "https://prompts.example.com",
            "http://h:80/a/b/": "http://h/a/b",
            "http://[::1]:3000": "http://[::1]:3000",
            "https://prömpts.example": "https://xn--prmpts-xxa.example",
        }
        for url, expected in cases.items():
            self.assertEqual(Prompthold(url=url, key=KEY)._url, expected)

    def test_the_environment_is_the_default(self):
        with mock.patch.dict(os.environ, PROMPTHOLD_URL="http://h:1/x", PROMPTHOLD_KEY=KEY):
            client = Prompthold()
        self.assertEqual(repr(client), "Prompthold(url='http://h:1/x', label=None)")
        self.assertEqual(repr(Prompthold(key=KEY, label="a")), "Prompthold(url='http://127.0.0.1:3000', label='a')")

    def test_a_missing_or_malformed_key_is_refused(self):
        self.assert_refused(key=None)
        with mock.patch.dict(os.environ, PROMPTHOLD_KEY="ph_secret"):
            self.assert_refused(key=None, secret="ph_secret")
        for content in ("ph_secret", ""):
            with tempfile.NamedTemporaryFile("w+") as file, mock.patch.dict(os.environ, PROMPTHOLD_KEY_FILE=file.name):
                file.write(content)
                file.flush()
                with self.assertRaises(PromptholdError) as caught:
                    Prompthold().get("any")
            self.assertEqual(caught.exception.code, "configuration")
            self.assertNotIn("ph_secret", repr(caught.exception))

    def test_a_name_that_no_prompt_can_have_is_not_found(self):
        for name in ("", "A", "a@3", "../x", "a/b/c/d/e/f", "a" * 129, "a\n", None):
            with self.subTest(name=name), self.assertRaises(PromptNotFound) as caught:
                Prompthold(key=KEY).get(name, fallback="This is a mistake in the program.")
            self.assertEqual(caught.exception.code, "prompt_not_found")

    def test_a_malformed_label_or_version_is_refused(self):
        both = {"label": "a", "version": 1}
        for options in (both, {"label": "A"}, {"version": 0}, {"version": "1"}, {"version": True}):
            with self.subTest(**options), self.assertRaises(PromptholdError) as caught:
                Prompthold(key=KEY).get("a", **options)
            self.assertEqual(caught.exception.code, "configuration")


class Errors(unittest.TestCase):
    def test_errors_can_be_copied_and_sent_to_other_processes(self):
        error = PromptVariablesError(
            "a", "Text.", status=422, request_id="r", details=[{"path": "x", "problem": "type"}]
        )

        for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            self.assertEqual(type(same), PromptVariablesError)
            self.assertEqual((same.code, str(same), same.status, same.request_id), ("a", "Text.", 422, "r"))
            self.assertEqual(same.problems, [{"path": "x", "problem": "type"}])

    def test_all_errors_have_one_base(self):
        names = ["PromptNotFound", "Unauthorized", "Unavailable", "PromptholdOffline", "PromptVariablesError"]
        for name in names:
            self.assertTrue(issubclass(getattr(prompthold, name), PromptholdError))
        self.assertFalse(issubclass(PromptNotFound, prompthold.Unavailable))


class Source(unittest.TestCase):
    folder = ROOT / "clients/python"
    paths = sorted((folder / "prompthold").rglob("*.py"))

    def trees(self):
        return [ast.parse(path.read_text("utf-8"), feature_version=(3, 9)) for path in self.paths]

    def test_the_package_has_the_syntax_of_python_3_9(self):
        self.assertGreater(len(self.trees()), 30)
        ast.parse((self.folder / "build_backend.py").read_text("utf-8"), feature_version=(3, 9))

    def test_the_package_imports_the_standard_library_only(self):
        standard = (
            "__future__ asyncio collections concurrent contextlib copy datetime fcntl functools hashlib hmac http io "
            "json logging math os random re socket ssl tempfile threading time types typing urllib"
        )
        imported = set()
        for node in (node for tree in self.trees() for node in ast.walk(tree)):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add((node.module or "").partition(".")[0])
        self.assertEqual(imported - set(standard.split()), set())

    def test_its_files_are_as_small_as_those_of_the_service(self):
        lines = {path.name: path.read_text("utf-8").count("\n") for path in self.paths}
        self.assertEqual({name: count for name, count in lines.items() if count > 250}, {})

    def test_the_package_prints_nothing_and_logs_at_debug_only(self):
        for path in self.paths:
            code = path.read_text("utf-8").partition("from __future__")[2]
            self.assertEqual(re.findall(r"\bprint\(|log\.(?!debug\()(?:\w+)\(|warnings\.", code), [], path)

    def test_the_licence_is_that_of_the_project(self):
        self.assertEqual((self.folder / "LICENSE").read_text(), pathlib.Path(ROOT / "LICENSE").read_text())


if __name__ == "__main__":
    unittest.main()
