import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ERROR_SENTENCES } from '../../../../src/adapters/inbound/http/errors/error-sentences.ts';
import { httpServer } from '../../../../src/adapters/inbound/http/server/server.ts';

let isResponding = false;
const server = httpServer(
  () => {},
  pino({ level: 'silent' }),
  () => isResponding,
);

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('a connection that never becomes a request', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'headers_too_large'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'malformed_request'],
    ['HPE_SOMETHING_NEW', '400 Bad Request', 'malformed_request'],
  ] as const)('gets the reason in JSON: %s', async (error, status, code) => {
    const [ours, theirs] = duplexPair();

    server.emit('clientError', failure(error), ours);

    const [head = '', body = ''] = (await text(theirs)).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain('\r\nConnection: close');
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toEqual({ error: ERROR_SENTENCES[code], code, requestId: expect.any(String) });
  });

  it('gets no response when the client is gone', () => {
    const [ours] = duplexPair();

    server.emit('clientError', failure('ECONNRESET'), ours);

    expect(ours.destroyed).toBe(true);
    expect(ours.writableEnded).toBe(false);
  });

  it('is destroyed when the client has not closed it after five seconds', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [ours] = duplexPair();

    server.emit('clientError', failure('ERR_HTTP_REQUEST_TIMEOUT'), ours);

    vi.advanceTimersByTime(4999);
    expect(ours.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(ours.destroyed).toBe(true);
  });

  it('is destroyed without a response when another response is in progress', () => {
    const [ours, theirs] = duplexPair();
    isResponding = true;
    onTestFinished(() => {
      isResponding = false;
    });

    server.emit('clientError', failure('HPE_INVALID_METHOD'), ours);

    expect(ours.destroyed).toBe(true);
    expect(theirs.read()).toBeNull();
  });

  it('stays open while the client sends the rest, so that it can read the response, until the timeout', () => {
    const [ours] = duplexPair();
    server.emit('clientError', failure('HPE_HEADER_OVERFLOW'), ours);

    server.emit('clientError', failure('HPE_HEADER_OVERFLOW'), ours);
    expect(ours.destroyed).toBe(false);

    server.emit('clientError', failure('ERR_HTTP_REQUEST_TIMEOUT'), ours);
    expect(ours.destroyed).toBe(true);
  });
});

it('closes idle connections after twice the longest request timeout', () => {
  expect(server.timeout).toBe(120_000);
});
