import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type LoadJob, NUMBER } from '../../../tools/bench/load/load-job.ts';
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

it('accepts a 304 without a body, and continues with the next request', async () => {
  const paths: (string | undefined)[] = [];
  const port = await aServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(304).end();
  });
  const connections = [[request('GET', '/a', {}), request('GET', '/b', {})]];

  await runLoad(aJob(port, { connections, expected: [304], end: { afterRequests: 3 } }));

  expect(paths).toEqual(['/a', '/b', '/a']);
});

it('returns the requests in the order in which the next run continues', async () => {
  const port = await aServer((_, response) => response.end('{}'));
  const [a, b, c] = ['/a', '/b', '/c'].map((path) => request('GET', path, {})) as [string, string, string];

  const { next } = await runLoad(aJob(port, { connections: [[a, b, c]], end: { afterRequests: 4 } }));

  expect(next).toEqual([[b, c, a]]);
});

it('continues with the key from the previous response', async () => {
  const keys: (string | undefined)[] = [];
  const keyOf = (digit: number): string => `ph_${String(digit).repeat(64)}`;
  const port = await aServer(({ headers }, response) => {
    keys.push(headers.authorization);
    response.end(JSON.stringify({ token: keyOf(keys.length) }));
  });
  const connections = [[request('DELETE', '/', { key: keyOf(0) })]];

  const { next } = await runLoad(aJob(port, { connections, varies: 'key', end: { afterRequests: 2 } }));

  expect(keys).toEqual([`Bearer ${keyOf(0)}`, `Bearer ${keyOf(1)}`]);
  expect(next[0]).toEqual([request('DELETE', '/', { key: keyOf(2) })]);
});

it('gives every request a unique number', async () => {
  const bodies = new Set<string>();
  const port = await aServer(async (message, response) => {
    bodies.add((await message.toArray()).join(''));
    response.end();
  });
  const connections = [[request('POST', '/', { body: { name: NUMBER } })]];

  await runLoad(aJob(port, { connections, varies: 'number' }));

  expect(bodies.size).toBe(5);
});
