import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { runCommand } from '../../../support/service/run-command.ts';
import { listenForTest } from '../../../support/service/test-resources.ts';

/** Responds like this to every request of `prompthold prompt …`, and records what was sent. */
export async function aRecordingService(response: object) {
  const requests: unknown[] = [];
  const server = createServer(async (request, answer) => {
    requests.push([request.method, request.url, request.method === 'POST' ? await json(request) : undefined]);
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response));
  });
  const settings = {
    PROMPTHOLD_URL: `http://127.0.0.1:${await listenForTest(server)}`,
    PROMPTHOLD_KEY: `ph_${'0'.repeat(64)}`,
  };
  const run = (...args: readonly string[]) => runCommand(['prompt', ...args], { settings });
  return { requests, run };
}
