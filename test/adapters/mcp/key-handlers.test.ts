import { InMemoryServerEventBus, type McpHttpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { KeyHandlers } from '../../../src/adapters/inbound/mcp/endpoint/key-handlers.ts';
import type { KeyDigest } from '../../../src/domain/accounts/api-key.ts';

const [ADA, BOB, CAY] = ['ada', 'bob', 'cay'] as unknown as readonly [KeyDigest, KeyDigest, KeyDigest];

const someHandlers = (handlersMax?: number): KeyHandlers =>
  new KeyHandlers(() => ({ handler: {} as McpHttpHandler, bus: new InMemoryServerEventBus() }), handlersMax);

describe('the handlers of keys', () => {
  it('are shared by all requests and streams of a key, and by no other key', () => {
    const handlers = someHandlers();

    const request = handlers.acquire(ADA, 'requests');

    expect(handlers.acquire(ADA, 'streams').bus).toBe(request.bus);
    expect(handlers.acquire(BOB, 'requests').bus).not.toBe(request.bus);
  });

  it('are dropped with the last request or stream', () => {
    const handlers = someHandlers();
    const [request, stream] = [handlers.acquire(ADA, 'requests'), handlers.acquire(ADA, 'streams')];

    request.release();
    request.release();
    const another = handlers.acquire(ADA, 'requests');
    expect(another.bus).toBe(stream.bus);
    stream.release();
    expect(handlers.size).toBe(1);
    another.release();

    expect(handlers.size).toBe(0);
  });

  it('are evicted beyond the limit: the least recently used without a stream', () => {
    const handlers = someHandlers(2);
    const stream = handlers.acquire(ADA, 'streams');
    const old = handlers.acquire(BOB, 'requests');

    handlers.acquire(CAY, 'requests');

    expect(handlers.size).toBe(2);
    expect(handlers.acquire(ADA, 'requests').bus).toBe(stream.bus);
    // Its release must not drop the handler that replaced it.
    const replaced = handlers.acquire(BOB, 'requests');
    old.release();
    expect(handlers.acquire(BOB, 'requests').bus).toBe(replaced.bus);
  });
});
