import { expect, it } from 'vitest';
import { requestHead, sendRaw } from '../requests/raw-connection.ts';
import { type ApiResponse, anUnknownKey } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const WITHOUT_CREDENTIAL = 'Bearer realm="prompthold"';
const WITH_CREDENTIAL = 'Bearer realm="prompthold", error="invalid_token"';

const BEHIND_KEY = [
  ['GET', '/api/auth/token'],
  ['DELETE', '/api/auth/token'],
  ['GET', '/api/auth/rotations'],
  ['GET', '/api/prompts'],
] as const;

export function unauthorizedSuite(services: () => TwoServices): void {
  it.each(BEHIND_KEY)('%s %s is the same 401 without a credential', async (method, path) => {
    expectRefusal(await services().first.call(method, path), WITHOUT_CREDENTIAL);
  });

  it.each(BEHIND_KEY)('%s %s is the same 401 for a key of nobody', async (method, path) => {
    expectRefusal(await services().first.call(method, path, { key: anUnknownKey() }), WITH_CREDENTIAL);
  });

  it.each(BEHIND_KEY)('%s %s is the same 401 for a key that was reset', async (method, path) => {
    const { first, second } = services();
    const { token } = await first.openAccount();
    await second.reset(token);

    expectRefusal(await first.call(method, path, { key: token }), WITH_CREDENTIAL);
  });

  it.each<readonly [string, (key: string) => string]>([
    ['an empty value', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the key alone', (key) => key],
    ['another scheme', (key) => `Basic ${key}`],
    ['two spaces', (key) => `Bearer  ${key}`],
    ['a tab for the space', (key) => `Bearer\t${key}`],
    ['the key in upper case', (key) => `Bearer ${key.toUpperCase()}`],
    ['its digits in upper case', (key) => `Bearer ph_${key.slice(3).toUpperCase()}`],
    ['a key cut short', (key) => `Bearer ${key.slice(0, -1)}`],
    ['one digit too many', (key) => `Bearer ${key}0`],
    ['something after the key', (key) => `Bearer ${key} x`],
    ['the key in quotes', (key) => `Bearer "${key}"`],
    ['two keys in one header', (key) => `Bearer ${key}, Bearer ${key}`],
  ])('is the same 401 for %s', async (_case, credential) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get('/api/auth/token', { headers: { Authorization: credential(token) } });

    expectRefusal(response, WITH_CREDENTIAL);
  });

  it('is the same 401 for two Authorization headers, even with one valid key in both', async () => {
    const { first } = services();
    const { token } = await first.openAccount();
    const credential = `Authorization: Bearer ${token}`;

    const twice = requestHead('GET /api/auth/token HTTP/1.1', credential, `aUTHORIZATION: Bearer ${token}`);
    const mixed = requestHead('DELETE /api/auth/token HTTP/1.1', credential, 'Authorization: Basic YTpi');

    expectRefusal(await sendRaw(first.url, twice), WITH_CREDENTIAL);
    expectRefusal(await sendRaw(first.url, mixed), WITH_CREDENTIAL);
    expect((await first.verify(token)).status).toBe(200);
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('is not given to the scheme spelled %s', async (scheme) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get('/api/auth/token', { headers: { Authorization: `${scheme} ${token}` } });

    expect(response.status).toBe(200);
  });
}

function expectRefusal({ status, headers, text }: ApiResponse, challenge: string): void {
  expect(status).toBe(401);
  expect(text).toBe('{"error":"Unauthorized"}');
  expect(headers.get('WWW-Authenticate')).toBe(challenge);
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('Cache-Control')).toBe('no-store');
}
