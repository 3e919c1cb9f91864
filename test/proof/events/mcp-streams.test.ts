import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, times, tokenIn } from '../../adapters/http/support/api.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { settlesWithin, waitUntil } from '../../support/servers/wait-until.ts';
import type { EventReader } from '../../support/service/event-reader.ts';
import { Installation } from '../../support/service/installation.ts';
import { countListChanged, KINDS, messagesIn, openMcpStream } from '../../support/service/mcp-stream.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { ARRIVAL_MS, PASSWORD, provideTwoServices } from './two-services.ts';

const EXIT_MS = 10_000;
const LONG_ENOUGH_MS = 60_000;
/** The key may open 90 streams: so many of each of the two kinds. */
const STREAMS = 45;

const startTwo = provideTwoServices();

/** Opens streams of both kinds. */
async function openStreams({ url }: ServiceProcess, key: string, countOfEach = 1): Promise<readonly EventReader[]> {
  const kinds = KINDS.flatMap((kind) => times(countOfEach, () => kind));
  const streams = await Promise.all(kinds.map((kind) => openMcpStream(url, key, kind)));
  onTestFinished(() => {
    for (const stream of streams) stream.close();
  });
  expect(streams.filter(({ status }) => status !== 200)).toEqual([]);
  return streams;
}

const haveNotifications = (streams: readonly EventReader[], count: number): Promise<void> =>
  waitUntil(() => streams.every((stream) => countListChanged(stream) >= count), {
    what: `every stream has ${count} notifications`,
    timeoutMs: LONG_ENOUGH_MS,
  });

describe('MCP streams of two instances', () => {
  it(`learn of a change at either of them within ${ARRIVAL_MS} ms, once`, async () => {
    const { first, second, token, writer } = await startTwo();
    const streams = [...(await openStreams(first, token)), ...(await openStreams(second, token))];

    for (let round = 1; round <= 5; round += 1) {
      await writer.createPrompt();
      expect(await settlesWithin(ARRIVAL_MS, haveNotifications(streams, round))).toBe(true);
    }

    expect(streams.map(countListChanged)).toEqual([5, 5, 5, 5]);
  });

  it(`end within ${ARRIVAL_MS} ms when their key is reset, and get nothing that is written afterwards`, async () => {
    const { first, second, token } = await startTwo();
    const streams = [...(await openStreams(first, token)), ...(await openStreams(second, token))];

    const renewed = tokenIn(await new Api(first.url).reset(token));
    const ended = Promise.all(streams.map((stream) => stream.waitForEnd()));
    const writer = new Client(new Api(second.url), renewed);
    for (let count = 0; count < 5; count += 1) await writer.createPrompt();

    expect(await settlesWithin(ARRIVAL_MS, ended)).toBe(true);
    expect(streams.map(countListChanged)).toEqual([0, 0, 0, 0]);
    for (const kind of KINDS) expect((await openMcpStream(second.url, token, kind)).status).toBe(401);
  });

  it(`end with ${STREAMS} of each kind open, and the process exits within ${EXIT_MS} ms on SIGTERM`, async () => {
    const { first, second, token, writer } = await startTwo();
    const streams = await openStreams(first, token, STREAMS);
    const staying = await openStreams(second, token);
    // Some do not even read.
    const [reading, paused] = [streams.slice(1, -1), [...streams.slice(0, 1), ...streams.slice(-1)]];
    for (const stream of paused) stream.pause();
    await writer.createPrompt();
    await haveNotifications(reading, 1);

    first.signal('SIGTERM');

    expect(await settlesWithin(EXIT_MS, first.exited)).toBe(true);
    expect(await first.exited).toBe(0);
    await Promise.all(reading.map((stream) => stream.waitForEnd()));
    expect(reading.filter(({ isComplete }) => !isComplete)).toEqual([]);
    // The stream of 2026 says that the server ends it on purpose.
    const lastOf = (stream: EventReader | undefined) => stream && messagesIn(stream).at(-1);
    expect(lastOf(reading[0])).toMatchObject({ method: 'notifications/prompts/list_changed' });
    expect(lastOf(reading.at(-1))).toMatchObject({ result: { resultType: 'complete' } });
    await new Client(new Api(second.url), token).createPrompt();
    await haveNotifications(staying, 1);
  });
});

describe('an outage of the storage', () => {
  it('ends no MCP stream, and looks like no wrong key', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.dispose());
    const affected = await Installation.on(server.url);
    onTestFinished(() => affected.dispose());
    const service = await affected.serve();
    const { token } = await affected.openAccount(PASSWORD);
    const writer = new Client(new Api(service.url), token);
    const streams = await openStreams(service, token);
    await writer.createPrompt();
    await haveNotifications(streams, 1);

    await server.kill();
    const isRefused = async () => (await openMcpStream(service.url, token, 'GET')).status === 503;
    await waitUntil(isRefused, { what: 'streams are refused', timeoutMs: LONG_ENOUGH_MS });
    expect((await openMcpStream(service.url, token, 'listen')).status).toBe(503);
    const comments = streams.map((stream) => stream.comments);
    await Promise.all(streams.map((stream, index) => stream.waitForComments((comments[index] ?? 0) + 1)));
    await server.start();
    const isServed = async () => (await writer.get('/tags')).status === 200;
    await waitUntil(isServed, { what: 'requests are served again', timeoutMs: LONG_ENOUGH_MS });
    await writer.createPrompt();
    await haveNotifications(streams, 2);

    expect(streams.map(countListChanged)).toEqual([2, 2]);
  });
});
