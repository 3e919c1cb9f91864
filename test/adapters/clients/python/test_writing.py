import unittest

from prompthold import Moved, PromptholdError, Published, Unavailable
from service import ClientTest, never_respond, respond


class Publishing(ClientTest):
    def test_a_version_is_published_once_and_read_by_the_next_get(self):
        client, name = self.client(max_age=1_000), self.a_name()

        first = client.publish(name, "One", labels=["production"], config={"model": "a"}, message="Why")
        self.assertEqual(
            (first, client.publish(name, "One", config={"model": "a"})), (Published(1, False), Published(1, True))
        )
        self.assertEqual(client.get(name).template, "One")
        client.publish(name, "Two", labels=["production"])
        self.assertEqual(client.get(name).template, "Two")
        chat = self.a_name()
        client.publish(chat, messages=[{"role": "user", "content": "{{q}}"}])
        self.assertEqual(client.get(chat).render(q="Hi"), [{"role": "user", "content": "Hi"}])

    def test_a_refusal_is_raised_with_its_details(self):
        with self.assertRaises(PromptholdError) as caught:
            self.client().publish(self.a_name(), "{{#a}}")

        self.assertEqual((caught.exception.status, caught.exception.details[0]["path"]), (422, "content"))

    def test_what_may_have_been_applied_is_not_sent_again(self):
        for fault, timeout in ((never_respond, 0.2), (respond(503), 60)):
            client = self.client(timeout=timeout)
            self.proxy.exchanges.clear()
            self.proxy.fault = fault
            with self.assertRaises(Unavailable) as caught:
                client.publish("a", "x")
            self.assertIn("The outcome is unknown. Publishing again is safe.", str(caught.exception))
            with self.assertRaises(Unavailable):
                client.move("a", "b", 1)
            self.assertEqual(len(self.proxy.requests()), 2)
            self.assertFalse(client._connection.breaker.is_open)


class Moving(ClientTest):
    def test_a_label_is_moved_if_it_is_where_it_is_expected(self):
        client, name = self.client(max_age=1_000, label="production"), self.a_prompt("One")
        self.account.publish(name, "Two")

        self.assertEqual(client.move(name, "production", 1, expect=None, message="Go"), Moved(1, None))
        self.assertEqual(client.get(name).version, 1)
        self.assertEqual(client.move(name, "production", 2, expect=1), Moved(2, 1))
        self.assertEqual(client.get(name).version, 2)
        for expect in (1, None):
            with self.assertRaises(PromptholdError) as caught:
                client.move(name, "production", 1, expect=expect)
            self.assertEqual(caught.exception.code, "precondition_failed")
        self.assertEqual(client.move(name, "production", 1), Moved(1, 2))

    def test_a_move_that_breaks_callers_needs_force(self):
        client, name = self.client(), self.a_prompt("{{a}}", labels=["production"])
        self.account.publish(name, "{{a}}{{b}}")

        with self.assertRaises(PromptholdError) as caught:
            client.move(name, "production", 2)
        self.assertEqual(caught.exception.code, "breaking_change")
        self.assertEqual(client.move(name, "production", 2, force=True).version, 2)

    def test_a_change_of_something_else_does_not_fail_it(self):
        client, name = self.client(), self.a_prompt("One", labels=["production"])
        self.account.publish(name, "Two")
        faults = [respond(412, {"error": "x", "code": "precondition_failed"})]
        self.proxy.fault = lambda handler: handler.command == "PUT" and bool(faults) and faults.pop()(handler)

        self.assertEqual(client.move(name, "production", 2, expect=1), Moved(2, 1))


if __name__ == "__main__":
    unittest.main()
