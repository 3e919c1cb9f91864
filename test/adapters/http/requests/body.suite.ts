import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Call, codeIn, pathsIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const CREDENTIALS = '{"email":"nobody@example.com","password":"x"}';

/** Sent to /api/auth/token; all endpoints read bodies the same way. */
const REJECTED: readonly (readonly [string, Call, number, string])[] = [
  ['broken JSON', { headers: JSON_TYPE, body: '{"email":' }, 400, 'malformed_json'],
  ['missing', {}, 400, 'malformed_json'],
  ['empty', { headers: JSON_TYPE, body: '' }, 400, 'malformed_json'],
  ['invalid UTF-8', { headers: JSON_TYPE, body: Uint8Array.of(0x22, 0xff, 0x22) }, 400, 'malformed_json'],
  ['two values', { headers: JSON_TYPE, body: `${CREDENTIALS}${CREDENTIALS}` }, 400, 'malformed_json'],
  ['without a Content-Type', { headers: { 'Content-Type': '' }, body: CREDENTIALS }, 415, 'unsupported_media_type'],
  [
    'a form',
    { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'email=a' },
    415,
    'unsupported_media_type',
  ],
  ['plain text', { headers: { 'Content-Type': 'text/plain' }, body: CREDENTIALS }, 415, 'unsupported_media_type'],
  [
    'a type like JSON',
    { headers: { 'Content-Type': 'application/jsonp' }, body: CREDENTIALS },
    415,
    'unsupported_media_type',
  ],
  [
    'JSON in another charset',
    { headers: { 'Content-Type': 'application/json; charset=latin1' }, body: CREDENTIALS },
    415,
    'unsupported_media_type',
  ],
  [
    'gzip',
    { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: new Uint8Array(gzipSync(CREDENTIALS)) },
    415,
    'unsupported_media_type',
  ],
  ['4097 bytes', { headers: JSON_TYPE, body: CREDENTIALS.padEnd(4097) }, 413, 'body_too_large'],
  ['a list', { json: [] }, 422, 'invalid'],
  ['null', { json: null }, 422, 'invalid'],
  ['a number', { json: 7 }, 422, 'invalid'],
];

export function bodySuite(services: () => TwoServices): void {
  it.each(REJECTED)('that is %s is rejected', async (_case, call, status, code) => {
    const response = await services().first.call('POST', '/api/auth/token', call);

    expect(response.status).toBe(status);
    expect(codeIn(response)).toBe(code);
  });

  it.each([
    ['a missing field', { email: 'a@example.com' }, ['password']],
    ['fields of the wrong type', { email: 7, password: null }, ['email', 'password']],
    ['an unknown field', { email: 'a@example.com', password: 'x', remember: true }, ['remember']],
    ['several problems', { password: [], remember: true, colour: 'red' }, ['email', 'password', 'remember', 'colour']],
    ['a name with a meaning in JavaScript', { email: 'a', password: 'x', constructor: {} }, ['constructor']],
    ['text that not every storage can store', { email: 'a\0', password: '\ud800' }, ['password', 'email']],
  ])('gets one detail for each problem: %s', async (_case, json, paths) => {
    const response = await services().first.call('POST', '/api/auth/token', { json });

    expect(response.status).toBe(422);
    expect(pathsIn(response)).toEqual(paths);
  });

  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'Application/JSON ; charset="utf-8"',
    'application/json;',
    'application/json; ',
  ])('is read as JSON when its type is %j', async (type) => {
    const response = await services().first.call('POST', '/api/auth/token', {
      headers: { 'Content-Type': type, 'X-Forwarded-For': '198.51.100.1' },
      body: CREDENTIALS,
    });

    expect(response.status).not.toBe(415);
  });

  it('may have 4096 bytes at sign-in and 1 MiB elsewhere', async () => {
    const { first } = services();
    const signIn = { headers: { ...JSON_TYPE, 'X-Forwarded-For': '198.51.100.2' }, body: CREDENTIALS.padEnd(4096) };
    const signUp = { headers: JSON_TYPE, body: '{}'.padEnd(1024 * 1024) };

    expect((await first.call('POST', '/api/auth/token', signIn)).status).toBe(401);
    expect((await first.call('POST', '/api/accounts', signUp)).status).toBe(422);
    expect((await first.call('POST', '/api/accounts', { ...signUp, body: `${signUp.body} ` })).status).toBe(413);
  });
}
