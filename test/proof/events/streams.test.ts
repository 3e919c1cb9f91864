import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, times, tokenIn } from '../../adapters/http/support/api.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { settlesWithin, waitUntil } from '../../support/servers/wait-until.ts';
import type { EventReader } from '../../support/service/event-reader.ts';
import { countNotifications, messagesIn, openStream, STREAM_KINDS } from '../../support/service/mcp-stream.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';

/** The promise. The service ticks every second. */
const ARRIVAL_MS = 2000;
const EXIT_MS = 10_000;
/** The key may open 90 streams: so many of each of the three kinds. */
const STREAMS = 30;

/** Opens streams of every kind. */
async function openStreams({ url }: ServiceProcess, key: string, countOfEach = 1): Promise<readonly EventReader[]> {
  const kinds = STREAM_KINDS.flatMap((kind) => times(countOfEach, () => kind));
  const streams = await Promise.all(kinds.map((kind) => openStream(url, key, kind)));
  onTestFinished(() => {
    for (const stream of streams) stream.close();
  });
  expect(streams.filter(({ status }) => status !== 200)).toEqual([]);
  return streams;
}

const haveNotifications = (streams: readonly EventReader[], count: number): Promise<void> =>
  waitUntil(() => streams.every((stream) => countNotifications(stream) >= count), {
    what: `every stream has ${count} notifications`,
  });

describe('streams of two instances', () => {
  const installation = provideInstallation(async () => {
    const url = await createDatabase(inject('postgresUrl'));
    return { url, dispose: () => dropDatabase(url) };
  });
  let first: ServiceProcess;
  let second: ServiceProcess;
  beforeAll(async () => {
    [first, second] = await Promise.all([installation().serve(), installation().serve()]);
  });

  const anOwner = async () => {
    const { token } = await installation().openAccount();
    return { token, writer: new Client(new Api(second.url), token) };
  };

  it(`learn of a change at either of them within ${ARRIVAL_MS} ms, once`, async () => {
    const { token, writer } = await anOwner();
    const streams = [...(await openStreams(first, token)), ...(await openStreams(second, token))];

    for (let round = 1; round <= 5; round += 1) {
      await writer.createPrompt();
      expect(await settlesWithin(ARRIVAL_MS, haveNotifications(streams, round))).toBe(true);
    }

    expect(streams.map(countNotifications)).toEqual(streams.map(() => 5));
  });

  it(`end within ${ARRIVAL_MS} ms when their key is reset, and get nothing that is written afterwards`, async () => {
    const { token } = await anOwner();
    const streams = [...(await openStreams(first, token)), ...(await openStreams(second, token))];

    const renewed = tokenIn(await new Api(first.url).reset(token));
    const ended = Promise.all(streams.map((stream) => stream.waitForEnd()));
    const writer = new Client(new Api(second.url), renewed);
    for (let count = 0; count < 5; count += 1) await writer.createPrompt();

    expect(await settlesWithin(ARRIVAL_MS, ended)).toBe(true);
    expect(streams.map(countNotifications)).toEqual(streams.map(() => 0));
    for (const kind of STREAM_KINDS) expect((await openStream(second.url, token, kind)).status).toBe(401);
  });

  it(`end with ${STREAMS} of each kind open, and the process exits within ${EXIT_MS} ms on SIGTERM`, async () => {
    const { token, writer } = await anOwner();
    const streams = await openStreams(first, token, STREAMS);
    const staying = await openStreams(second, token);
    // Some do not even read.
    const paused = streams.filter((_, index) => index % STREAMS === 0);
    const reading = streams.filter((stream) => !paused.includes(stream));
    for (const stream of paused) stream.pause();
    await writer.createPrompt();
    await haveNotifications(reading, 1);

    first.signal('SIGTERM');

    expect(await settlesWithin(EXIT_MS, first.exited)).toBe(true);
    expect(await first.exited).toBe(0);
    await Promise.all(reading.map((stream) => stream.waitForEnd()));
    expect(reading.filter(({ isComplete }) => !isComplete)).toEqual([]);
    // Of these, the stream of 2026 alone says that the server ends it on purpose.
    const listening = reading.at(-1);
    expect(listening && messagesIn(listening).at(-1)).toMatchObject({ result: { resultType: 'complete' } });
    await writer.createPrompt();
    await haveNotifications(staying, 2);
  });
});
