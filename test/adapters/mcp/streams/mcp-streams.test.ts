import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { EventReader } from '../../../support/service/event-reader.ts';
import {
  countListChanged,
  KINDS,
  messagesIn,
  type StreamKind,
  SUBSCRIPTION_ID,
} from '../../../support/service/mcp-stream.ts';
import { type McpApp, openStream, startMcpApp } from '../mcp-app.ts';

let app: McpApp;

beforeEach(async () => {
  app = await startMcpApp();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = (kind: StreamKind): Promise<EventReader> => openStream(app, kind);

async function tick(): Promise<void> {
  app.changeWatch.tick();
  await app.changeWatch.idle();
}

/** With what a stream of 2026 begins. */
const begin = (kind: StreamKind): readonly object[] => (kind === 'GET' ? [] : [ACKNOWLEDGED]);

const META = { 'io.modelcontextprotocol/subscriptionId': SUBSCRIPTION_ID };
const ACKNOWLEDGED = {
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications: { promptsListChanged: true }, _meta: META },
};

const listChanged = (kind: StreamKind): object => ({
  jsonrpc: '2.0',
  method: 'notifications/prompts/list_changed',
  ...(kind === 'listen' && { params: { _meta: META } }),
});

/** Ends all streams: everything that was sent has arrived then. Returns what did, without the end itself. */
async function endStream(stream: EventReader, kind: StreamKind): Promise<readonly object[]> {
  app.streams.endAll();
  await stream.waitForEnd();
  return kind === 'GET' ? messagesIn(stream) : messagesIn(stream).slice(0, -1);
}

const waitForListChanged = (reader: EventReader, kind: StreamKind, count: number) =>
  reader.waitFor(begin(kind).length + count);

describe.each(KINDS)('an MCP stream by %s', (kind) => {
  it('has the headers of a stream, and begins without a change', async () => {
    const stream = await open(kind);

    expect(stream.status).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers).not.toHaveProperty('mcp-session-id');
    await tick();
    expect(await endStream(stream, kind)).toEqual(begin(kind));
  });

  it('gets one notification for everything that changed together', async () => {
    const stream = await open(kind);
    await app.ada.createPrompt({ labels: ['production', 'staging'] });
    await app.ada.createPrompt();

    await tick();
    await waitForListChanged(stream, kind, 1);
    await tick();

    expect(await endStream(stream, kind)).toEqual([...begin(kind), listChanged(kind)]);
    expect(stream.events.every(({ event, id }) => event === 'message' && id === undefined)).toBe(true);
  });

  it('gets at most one notification in 250 ms, and none is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = await open(kind);
    for (let count = 0; count < 20; count += 1) {
      await app.ada.createPrompt();
      app.changeWatch.wake(app.account.id);
      await app.changeWatch.idle();
    }
    await waitForListChanged(stream, kind, 1);
    vi.advanceTimersByTime(249);
    await app.changeWatch.idle();
    expect(countListChanged(stream)).toBe(1);

    vi.advanceTimersByTime(1);
    await waitForListChanged(stream, kind, 2);
    vi.advanceTimersByTime(1000);
    await tick();

    expect(await endStream(stream, kind)).toHaveLength(begin(kind).length + 2);
  });

  it('ends when its key is reset while a notification waits for its pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = await open(kind);
    for (let count = 0; count < 2; count += 1) {
      await app.ada.createPrompt();
      await tick();
    }
    await app.rotateKeyOfAccount.execute(app.account.email);

    vi.advanceTimersByTime(250);
    await app.changeWatch.idle();
    await stream.waitForEnd();

    expect(messagesIn(stream)).toEqual([...begin(kind), listChanged(kind)]);
  });

  it('stays open during an outage, and learns afterwards that something changed', async () => {
    const stream = await open(kind);
    const lookup = vi.spyOn(app.storage, 'findWithRevision');
    lookup.mockRejectedValue(new StorageUnavailable('storage', new Error('x')));
    await app.ada.createPrompt();
    await tick();
    lookup.mockRestore();

    await tick();
    await waitForListChanged(stream, kind, 1);

    expect(messagesIn(stream)).toHaveLength(begin(kind).length + 1);
  });

  it('gets a comment every 15 seconds, and ends after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    app = await startMcpApp();
    const stream = await open(kind);
    await stream.waitFor(begin(kind).length);

    // In steps that the client can follow.
    for (let seconds = 15; seconds < 3600; seconds += 15) {
      vi.advanceTimersByTime(15_000);
      await stream.waitForComments(seconds / 15);
    }
    expect(app.streams.count).toBe(1);
    vi.advanceTimersByTime(16_000);
    await stream.waitForEnd();

    expect(stream.comments).toBe(239);
    expect(stream.isComplete).toBe(true);
    await expect.poll(() => app.streams.count).toBe(0);
  });

  it('ends when the service stops', async () => {
    const stream = await open(kind);
    await stream.waitFor(begin(kind).length);

    app.streams.endAll();
    await stream.waitForEnd();

    expect(stream.isComplete).toBe(true);
    const end = { jsonrpc: '2.0', id: SUBSCRIPTION_ID, result: { resultType: 'complete' } };
    expect(messagesIn(stream).slice(begin(kind).length)).toMatchObject(kind === 'GET' ? [] : [end]);
  });
});
