import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../../../src/adapters/inbound/http/request/client-address.ts';

/** A request from `peer` with the X-Forwarded-For header that proxies, or an attacker, have written. */
function aRequest(peer: string, forwardedFor?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

describe('clientAddress', () => {
  it('is the peer when no proxy is trusted, ignoring X-Forwarded-For', () => {
    expect(clientAddress(aRequest('192.0.2.1', '203.0.113.9'), 0)).toBe('192.0.2.1');
  });

  it('is the peer when the trusted proxy forwarded nothing', () => {
    expect(clientAddress(aRequest('192.0.2.1'), 1)).toBe('192.0.2.1');
    expect(clientAddress(aRequest('192.0.2.1', ''), 1)).toBe('192.0.2.1');
  });

  it.each([
    [1, '10.0.0.2'],
    [2, '203.0.113.9'],
    [3, '198.51.100.66'],
  ])('counts %i trusted proxies from the right', (hops, address) => {
    expect(clientAddress(aRequest('192.0.2.1', '198.51.100.66, 203.0.113.9,10.0.0.2'), hops)).toBe(address);
  });

  it('is the first address when there were fewer proxies than trusted', () => {
    expect(clientAddress(aRequest('192.0.2.1', '203.0.113.9'), 5)).toBe('203.0.113.9');
  });

  it.each(['unknown', '203.0.113.9:port', '[203.0.113.9]x', '[::1', '_hidden', '', '203.0.113.999', 'a'.repeat(5000)])(
    'is the proxy that wrote %j, which is not an address',
    (text) => {
      expect(clientAddress(aRequest('192.0.2.1', `198.51.100.66, ${text}`), 1)).toBe('192.0.2.1');
    },
  );

  it.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[::ffff:192.0.2.9]:443', '192.0.2.9'],
  ])('accepts %s, as some proxies write it', (entry, address) => {
    expect(clientAddress(aRequest('192.0.2.1', `198.51.100.66, ${entry}`), 1)).toBe(address);
  });

  it('accepts IPv6', () => {
    expect(clientAddress(aRequest('::1', '2001:db8::7'), 1)).toBe('2001:db8::7');
  });

  it.each(['::ffff:192.0.2.1', '::FFFF:192.0.2.1'])('normalizes the IPv4-mapped address %s', (peer) => {
    expect(clientAddress(aRequest(peer), 0)).toBe('192.0.2.1');
    expect(clientAddress(aRequest('10.0.0.1', peer), 1)).toBe('192.0.2.1');
  });
});
