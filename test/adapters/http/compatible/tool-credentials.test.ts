import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ANY_HEADER, BEARER_OR_BASIC } from '../../../../src/adapters/inbound/compatible/tool-credentials.ts';
import { anUnknownKey } from '../support/api.ts';

/** Like a request from Node's parser: of several headers with the same name, `headers` holds the first. */
function aRequest(...headers: readonly (readonly [string, string])[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = headers.flat();
  for (const [name, value] of headers) request.headers[name.toLowerCase()] ??= value;
  return request;
}

const KEY = anUnknownKey();
const basic = (credentials: string, encoding: BufferEncoding = 'utf8') =>
  `Basic ${Buffer.from(credentials, encoding).toString('base64')}`;

describe('BEARER_OR_BASIC', () => {
  it.each([
    `Bearer ${KEY}`,
    `bearer ${KEY}`,
    basic(`pk-lf-1:${KEY}`),
    basic(`:${KEY}`),
    basic(`Löwe 🦁:${KEY}`),
    basic(`pk:${KEY}`).replace('Basic', 'bASIC'),
    basic(`pk:${KEY}`).replace(/=+$/, ''),
  ])('reads the key from %s', (credential) => {
    expect(BEARER_OR_BASIC.readKey(aRequest(['Authorization', credential]))?.reveal()).toBe(KEY);
  });

  it.each([
    '',
    'Basic',
    'Basic ',
    'Basic !',
    KEY,
    `Basic ${KEY}`,
    basic(KEY),
    basic(`${KEY}:`),
    basic(`pk:more:${KEY}`),
    basic(`pk:${KEY}\n`),
    basic(`pk: ${KEY}`),
    ` ${basic(`pk:${KEY}`)}`,
    basic(`pk:${KEY}`).replace(' ', '  '),
    basic(`pk:${KEY.toUpperCase()}`),
    `Digest ${KEY}`,
  ])('finds no key in %j', (credential) => {
    expect(BEARER_OR_BASIC.readKey(aRequest(['Authorization', credential]))).toBeUndefined();
  });

  it.each([
    [`Bearer ${KEY}`, basic(`pk:${KEY}`)],
    [basic(`pk:${KEY}`), `Bearer ${KEY}`],
    [basic(`pk:${KEY}`), basic(`pk:${KEY}`)],
  ])('finds no key in two Authorization headers', (one, other) => {
    expect(BEARER_OR_BASIC.readKey(aRequest(['Authorization', one], ['authorization', other]))).toBeUndefined();
  });

  it('ignores the header of other APIs', () => {
    expect(BEARER_OR_BASIC.readKey(aRequest(['X-Api-Key', KEY]))).toBeUndefined();
    expect(BEARER_OR_BASIC.carriesCredential(aRequest(['X-Api-Key', KEY]))).toBe(false);
  });
});

describe('ANY_HEADER', () => {
  it.each([
    ['Authorization', `Bearer ${KEY}`],
    ['Authorization', basic(`pk:${KEY}`)],
    ['X-Api-Key', KEY],
  ])('reads the key from %s: %s', (name, credential) => {
    const request = aRequest([name, credential]);

    expect(ANY_HEADER.readKey(request)?.reveal()).toBe(KEY);
    expect(ANY_HEADER.carriesCredential(request)).toBe(true);
  });

  it.each(['', `Bearer ${KEY}`, ` ${KEY}`, `${KEY}x`])('finds no key in X-Api-Key: %j', (text) => {
    const request = aRequest(['X-Api-Key', text]);

    expect(ANY_HEADER.readKey(request)).toBeUndefined();
    expect(ANY_HEADER.carriesCredential(request)).toBe(true);
  });

  it('finds no key in two headers, even with the same key', () => {
    const both = aRequest(['Authorization', `Bearer ${KEY}`], ['X-Api-Key', KEY]);
    const twice = aRequest(['X-Api-Key', KEY], ['x-api-key', KEY]);

    expect(ANY_HEADER.readKey(both)).toBeUndefined();
    expect(ANY_HEADER.readKey(twice)).toBeUndefined();
  });

  it('sees no credential in other headers', () => {
    expect(ANY_HEADER.readKey(aRequest(['Cookie', KEY]))).toBeUndefined();
    expect(ANY_HEADER.carriesCredential(aRequest(['Cookie', KEY]))).toBe(false);
  });
});
