import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, tokenIn } from '../../adapters/http/support/api.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { settlesWithin, waitUntil } from '../../support/servers/wait-until.ts';
import { EventReader } from '../../support/service/event-reader.ts';
import { Installation } from '../../support/service/installation.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { ARRIVAL_MS, PASSWORD, provideTwoServices } from './two-services.ts';

const startTwo = provideTwoServices();

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function openStream({ url }: ServiceProcess, key: string, lastId?: string): Promise<EventReader> {
  const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const reader = await EventReader.withKey(url, key, '/api/events', headers);
  readers.push(reader);
  await reader.waitFor(1);
  return reader;
}

const namesIn = (reader: EventReader): readonly string[] =>
  reader.changes.map(({ data = '' }) => JSON.parse(data).data.name);

describe('two instances on one storage', () => {
  it('send what either of them writes', async () => {
    const { first, second, token, writer } = await startTwo();
    const streams = [await openStream(first, token), await openStream(second, token)];

    for (let round = 1; round <= 5; round += 1) {
      await writer.createPrompt({ name: `p${round}` });
      const arrived = Promise.all(streams.map((stream) => stream.waitFor(round + 1)));
      expect(await settlesWithin(ARRIVAL_MS, arrived)).toBe(true);
    }

    expect(streams[0]?.changes).toEqual(streams[1]?.changes);
  });

  it('lose nothing when one is killed: its clients resume at the other', async () => {
    const { first, second, token } = await startTwo();
    const writer = new Client(new Api(second.url), token);
    const before = await openStream(first, token);
    const written: string[] = [];
    const write = async () => {
      const name = `k${written.length}`;
      await writer.createPrompt({ name });
      written.push(name);
    };
    while (before.changes.length < 3) await write();

    first.signal('SIGKILL');
    await before.waitForEnd();
    for (let count = 0; count < 5; count += 1) await write();
    const after = await openStream(second, token, before.lastId);
    await after.waitFor(1 + written.length - before.changes.length);

    expect([...namesIn(before), ...namesIn(after)]).toEqual(written);
  });

  it('end the streams of a key that was reset, which get nothing that is written afterwards', async () => {
    const { first, second, token } = await startTwo();
    const streams = [await openStream(first, token), await openStream(second, token)];

    const renewed = tokenIn(await new Api(first.url).reset(token));
    const ended = Promise.all(streams.map((stream) => stream.waitForEnd()));
    const writer = new Client(new Api(second.url), renewed);
    for (let count = 0; count < 5; count += 1) await writer.createPrompt();

    expect(await settlesWithin(ARRIVAL_MS, ended)).toBe(true);
    expect(streams.map(({ changes }) => changes)).toEqual([[], []]);
    expect(streams.every(({ isComplete }) => isComplete)).toBe(true);
    expect((await new Api(second.url).get('/api/events', { key: token })).status).toBe(401);
  });

  it('end their streams and exit within 10 seconds on SIGTERM', async () => {
    const { first, second, token } = await startTwo();
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(first, token)));
    const staying = await openStream(second, token);
    // One does not even read.
    streams[0]?.pause();

    first.signal('SIGTERM');

    expect(await settlesWithin(10_000, first.exited)).toBe(true);
    expect(await first.exited).toBe(0);
    await Promise.all(streams.slice(1).map((stream) => stream.waitForEnd()));
    expect(streams.slice(1).every(({ isComplete }) => isComplete)).toBe(true);
    await new Client(new Api(second.url), token).createPrompt();
    await staying.waitFor(2);
  });
});

describe('an outage of the storage', () => {
  it('ends no stream; what changed around it arrives when it is over', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.dispose());
    const affected = await Installation.on(server.url);
    onTestFinished(() => affected.dispose());
    const service = await affected.serve();
    const { token } = await affected.openAccount(PASSWORD);
    const writer = new Client(new Api(service.url), token);
    const stream = await openStream(service, token);
    await writer.createPrompt({ name: 'before' });
    await stream.waitFor(2);

    await server.kill();
    const isRefused = async () => (await writer.get('/tags')).status === 503;
    await waitUntil(isRefused, { what: 'requests are refused', timeoutMs: 60_000 });
    const { comments } = stream;
    await stream.waitForComments(comments + 1);
    await server.start();
    const isServed = async () => (await writer.get('/tags')).status === 200;
    await waitUntil(isServed, { what: 'requests are served again', timeoutMs: 60_000 });
    await writer.createPrompt({ name: 'after' });
    await stream.waitFor(3);

    expect(namesIn(stream)).toEqual(['before', 'after']);
  });
});
