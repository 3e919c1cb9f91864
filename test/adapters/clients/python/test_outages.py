import os
import tempfile
import threading
import unittest
from unittest import mock

from prompthold import Unavailable
from prompthold.network.breaker import Breaker
from service import ClientTest, break_connection, never_respond


class Pauses(unittest.TestCase):
    def test_double_from_1_to_30_seconds_and_end_with_a_response(self):
        now, breaker = [100.0], Breaker()
        with mock.patch("time.monotonic", lambda: now[0]):
            breaker.record_timeout(is_probe=False)
            for pause in (1, 2, 4, 8, 16, 30, 30):
                now[0] += pause - 0.01
                self.assertFalse(breaker.claim_probe(), f"before {pause} s")
                now[0] += 0.01
                self.assertEqual([breaker.claim_probe(), breaker.claim_probe()], [True, False], f"after {pause} s")
                breaker.record_timeout(is_probe=True)
            breaker.record_response()
            self.assertFalse(breaker.is_open)


class CircuitBreaker(ClientTest):
    """Every wait for the network costs a request, so that requests are counted, not seconds."""

    def setUp(self):
        super().setUp()
        self.advance = self.advance_clock()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.snapshot = os.path.join(folder.name, "snapshot.json")

    def hanging(self, **options):
        """A client whose service has stopped to respond, and a prompt that it has read before."""
        name = self.a_prompt()
        client = self.client(max_age=0, timeout=0.2, **options)
        self.wait_until(lambda: self.can_read(client, name), "the prompt is read")
        self.proxy.fault = never_respond
        self.proxy.exchanges.clear()
        return client, name

    def can_read(self, client, name):
        try:
            return client.get(name).source == "network"
        except Unavailable:
            return False

    def test_after_a_timeout_everything_is_served_at_once(self):
        client, name = self.hanging()

        sources = [client.get(name).source for _ in range(20)]
        fallback = client.get("other", fallback="Hi").source
        with self.assertRaises(Unavailable) as caught:
            client.get("other")

        self.assertEqual((set(sources), fallback, caught.exception.code), ({"memory"}, "fallback", "timeout"))
        # On a busy machine, a request may time out before it arrives.
        self.assertLessEqual(len(self.proxy.requests()), 1)
        self.assertEqual(client._connection.breaker._timeouts, 1)

    def test_the_service_is_probed_in_the_background(self):
        client, name = self.hanging()
        client.get(name)
        breaker = client._connection.breaker
        self.advance(2)
        timeouts = breaker._timeouts

        self.assertEqual(client.get(name).source, "memory")

        self.wait_until(lambda: breaker._timeouts > timeouts, "the probe has failed")

    def test_a_probe_that_succeeds_ends_it(self):
        client, name = self.hanging()
        client.get(name)
        self.proxy.fault = None
        client._connection.timeout = 60
        self.assertEqual(client.get(name).source, "memory")

        self.advance(2)
        client.get(name)

        self.wait_until(lambda: not client._connection.breaker.is_open, "the probe has succeeded")
        self.assertEqual(client.get(name).source, "network")

    def test_requests_that_time_out_together_count_once(self):
        client, name = self.hanging()
        others = [self.a_name() for _ in range(8)]
        threads = [threading.Thread(target=lambda other=other: client.get(other, fallback="")) for other in others]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(client._connection.breaker._timeouts, 1)

    def test_ready_bounds_a_cold_start(self):
        client, name = self.hanging(snapshot=self.snapshot)
        client.close()
        cold = self.client(snapshot=self.snapshot)

        self.assertEqual(cold.ready(timeout=0.1), "disk")
        self.assertEqual(cold.get(name).source, "disk")
        self.assertLessEqual(len(self.proxy.requests()), 1)
        with self.assertRaises(Unavailable):
            self.client().ready(timeout=0.1)
        self.proxy.fault = None
        self.assertEqual(self.client().ready(), "network")

    def test_snapshot_first_asks_in_the_background(self):
        name = self.a_prompt("One", labels=["production"])
        self.client(snapshot=self.snapshot).get(name)
        self.account.move(name, "production", self.account.publish(name, "Two"))
        self.proxy.exchanges.clear()
        released = threading.Event()
        self.proxy.fault = lambda handler: released.wait() and False
        client = self.client(snapshot=self.snapshot, bootstrap="snapshot-first")

        first = [client.get(name) for _ in range(3)]
        released.set()

        self.assertEqual([(prompt.source, prompt.version) for prompt in first], [("disk", 1)] * 3)
        self.wait_until(lambda: client.get(name).version == 2, "the background has read it")
        self.assertEqual(len(self.proxy.requests()), 1)
        other = self.a_prompt()
        self.assertEqual(client.get(other).source, "network", "not in the snapshot")

    def test_snapshot_first_goes_on_with_the_snapshot_while_the_service_is_away(self):
        name = self.a_prompt()
        self.client(snapshot=self.snapshot).get(name)
        self.proxy.fault = break_connection
        client = self.client(snapshot=self.snapshot, bootstrap="snapshot-first")

        self.assertEqual({client.get(name).source for _ in range(3)}, {"disk"})


if __name__ == "__main__":
    unittest.main()
