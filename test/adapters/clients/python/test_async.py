import asyncio
import threading
import unittest
from datetime import datetime, timezone

from prompthold import AsyncPrompthold, Moved, PromptholdError, PromptNotFound, Published
from service import ClientTest


class Asyncio(ClientTest):
    def run_with(self, use, **options):
        async def run():
            url, key = self.proxy.url, self.account.key
            async with AsyncPrompthold(**{"url": url, "key": key, "timeout": 60, **options}) as prompts:
                return await use(prompts)

        return asyncio.run(run())

    def test_prompts_are_read_published_and_moved(self):
        name = self.a_name()

        async def use(prompts):
            published = await prompts.publish(name, "Hi {{n}}", labels=["production"])
            moved = await prompts.move(name, "staging", 1, expect=None)
            prompt = await prompts.get(name)
            rendering = await prompts.rendering(prompt, {"n": "Bob"}, at=datetime.now(timezone.utc))
            with self.assertRaises(PromptNotFound):
                await prompts.get(self.a_name())
            return published, moved, prompt.render(n="Ada"), prompt.source, await prompts.ready(), rendering.output

        expected = (Published(1, False), Moved(1, None), "Hi Ada", "network", "network", "Hi Bob")
        self.assertEqual(self.run_with(use), expected)

    def test_concurrent_coroutines_share_one_request_and_memory_needs_no_thread(self):
        name = self.a_prompt()

        async def use(prompts):
            read = await asyncio.gather(*(prompts.get(name) for _ in range(100)))
            prompts._threads.shutdown()
            return {prompt.version for prompt in read}, (await prompts.get(name)).source

        self.assertEqual(self.run_with(use), ({1}, "memory"))
        self.assertEqual(len(self.proxy.requests()), 1)

    def test_a_cancelled_coroutine_stops_waiting_and_its_request_is_not_lost(self):
        name = self.a_prompt()
        arrived, released = threading.Event(), threading.Event()

        def hold(handler):
            arrived.set()
            released.wait()
            return False

        async def use(prompts):
            reading = asyncio.create_task(prompts.get(name))
            await asyncio.get_running_loop().run_in_executor(None, arrived.wait)
            reading.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await reading
            released.set()
            return (await prompts.get(name)).version

        self.proxy.fault = hold
        self.assertEqual(self.run_with(use), 1)
        self.assertEqual(len(self.proxy.requests()), 1)

    def test_a_closed_client_raises_an_error(self):
        async def use(prompts):
            await prompts.close()
            with self.assertRaises(PromptholdError) as caught:
                await prompts.get("a")
            return caught.exception.code

        self.assertEqual(self.run_with(use), "closed")


if __name__ == "__main__":
    unittest.main()
