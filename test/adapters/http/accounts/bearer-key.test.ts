import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bearerKey, carriesCredential } from '../../../../src/adapters/inbound/http/auth/bearer-key.ts';
import { anUnknownKey } from '../support/api.ts';

/** Like a request from Node's parser: of several Authorization headers, `headers` holds the first. */
function aRequest(...headers: readonly (readonly [string, string])[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = headers.flat();
  for (const [name, value] of headers) request.headers[name.toLowerCase()] ??= value;
  return request;
}

const KEY = anUnknownKey();

describe('bearerKey', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is the key after the scheme %s', (scheme) => {
    expect(bearerKey(aRequest(['Authorization', `${scheme} ${KEY}`]))?.reveal()).toBe(KEY);
  });

  it('is found among other headers', () => {
    const request = aRequest(['Accept', 'a'], ['authorizatioN', `Bearer ${KEY}`], ['Content-Range', 'b']);

    expect(bearerKey(request)?.reveal()).toBe(KEY);
  });

  it('is undefined without an Authorization header', () => {
    expect(bearerKey(aRequest(['Proxy-Authorization', `Bearer ${KEY}`]))).toBeUndefined();
  });

  it.each(['', 'Bearer', 'Bearer ', KEY, `Bearer  ${KEY}`, ` Bearer ${KEY}`, `Bearer ${KEY}\n`, `Basic ${KEY}`])(
    'is undefined for %j',
    (credential) => {
      expect(bearerKey(aRequest(['Authorization', credential]))).toBeUndefined();
    },
  );

  it('is undefined for two Authorization headers, in any spelling, even with the same key', () => {
    const request = aRequest(['Authorization', `Bearer ${KEY}`], ['Accept', 'a'], ['AUTHORIZATION', `Bearer ${KEY}`]);

    expect(bearerKey(request)).toBeUndefined();
  });
});

describe('carriesCredential', () => {
  it('is true only for an Authorization header, even an empty one', () => {
    expect(carriesCredential(aRequest(['Authorization', '']))).toBe(true);
    expect(carriesCredential(aRequest(['Authorization', 'Basic YTpi']))).toBe(true);
    expect(carriesCredential(aRequest(['Cookie', 'a=b']))).toBe(false);
  });
});
