import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { LoadJob } from '../../../tools/bench/load/load-job.ts';
import { LoadProcess } from '../../../tools/bench/load/load-process.ts';
import { runLoad } from '../../../tools/bench/load/run-load.ts';
import { request } from '../../../tools/bench/scenarios.ts';

async function aServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const aJob = (port: number, job: Partial<LoadJob> = {}): LoadJob => ({
  port,
  connections: [[request('GET', '/', {})]],
  end: { afterRequests: 5 },
  expected: [200],
  ...job,
});

it('counts the responses over all connections', async () => {
  const port = await aServer((_, response) => response.end('{}'));
  const connections = [[request('GET', '/a', {})], [request('GET', '/b', {})]];

  const result = await runLoad(aJob(port, { connections, end: { afterRequests: 40 } }));

  expect(result.responses).toBe(40);
  expect(result.p99Ms).toBeGreaterThan(0);
});

it('fails on the first response with an unexpected status, and prints its body', async () => {
  let count = 0;
  const port = await aServer((_, response) => {
    count += 1;
    response.statusCode = count === 4 ? 503 : 200;
    response.end('no storage');
  });
  const load = new LoadProcess();
  onTestFinished(() => load.dispose());

  await expect(load.run(aJob(port))).rejects.toThrow('503 instead of 200: no storage');
});
