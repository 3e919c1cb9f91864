import { expect, it } from 'vitest';
import { requestHead, sendRaw } from '../requests/raw-connection.ts';
import { type ApiResponse, anUnknownKey } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const CHALLENGE = 'Bearer realm="prompthold"';
const INVALID_TOKEN_CHALLENGE = 'Bearer realm="prompthold", error="invalid_token"';

const AUTHENTICATED = [
  ['GET', '/api/auth/token'],
  ['DELETE', '/api/auth/token'],
  ['GET', '/api/auth/rotations'],
  ['GET', '/api/prompts'],
  ['GET', '/api/public/v2/prompts'],
  ['GET', '/api/public/v2/prompts/greeting'],
  ['POST', '/api/public/v2/prompts'],
  ['PATCH', '/api/public/v2/prompts/greeting/versions/1'],
  ['DELETE', '/api/public/v2/prompts/greeting'],
  ['GET', '/api/public/projects'],
  ['GET', '/beta/litellm_prompt_management?prompt_id=greeting'],
  ['GET', '/api/hub/commits/-/greeting/latest'],
  ['POST', '/mcp'],
] as const;

export function unauthorizedSuite(services: () => TwoServices): void {
  it.each(AUTHENTICATED)('rejects %s %s without a credential', async (method, path) => {
    expectUnauthorized(await services().first.call(method, path), CHALLENGE);
  });

  it.each(AUTHENTICATED)('rejects %s %s with an unknown key', async (method, path) => {
    expectUnauthorized(await services().first.call(method, path, { key: anUnknownKey() }), INVALID_TOKEN_CHALLENGE);
  });

  it.each(AUTHENTICATED)('rejects %s %s with a key that was rotated', async (method, path) => {
    const { first, second } = services();
    const { token } = await first.openAccount();
    await second.reset(token);

    expectUnauthorized(await first.call(method, path, { key: token }), INVALID_TOKEN_CHALLENGE);
  });

  it.each<readonly [string, (key: string) => string]>([
    ['an empty value', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the key alone', (key) => key],
    ['another scheme', (key) => `Basic ${key}`],
    ['two spaces', (key) => `Bearer  ${key}`],
    ['a tab instead of the space', (key) => `Bearer\t${key}`],
    ['the key in upper case', (key) => `Bearer ${key.toUpperCase()}`],
    ['its digits in upper case', (key) => `Bearer ph_${key.slice(3).toUpperCase()}`],
    ['a truncated key', (key) => `Bearer ${key.slice(0, -1)}`],
    ['one digit too many', (key) => `Bearer ${key}0`],
    ['something after the key', (key) => `Bearer ${key} x`],
    ['the key in quotes', (key) => `Bearer "${key}"`],
    ['two keys in one header', (key) => `Bearer ${key}, Bearer ${key}`],
  ])('rejects %s', async (_case, credential) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get('/api/auth/token', { headers: { Authorization: credential(token) } });

    expectUnauthorized(response, INVALID_TOKEN_CHALLENGE);
  });

  it('rejects two Authorization headers, even if both contain the same valid key', async () => {
    const { first } = services();
    const { token } = await first.openAccount();
    const credential = `Authorization: Bearer ${token}`;

    const twice = requestHead('GET /api/auth/token HTTP/1.1', credential, `aUTHORIZATION: Bearer ${token}`);
    const mixed = requestHead('DELETE /api/auth/token HTTP/1.1', credential, 'Authorization: Basic YTpi');

    expectUnauthorized(await sendRaw(first.url, twice), INVALID_TOKEN_CHALLENGE);
    expectUnauthorized(await sendRaw(first.url, mixed), INVALID_TOKEN_CHALLENGE);
    expect((await first.verify(token)).status).toBe(200);
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('accepts the scheme spelled %s', async (scheme) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get('/api/auth/token', { headers: { Authorization: `${scheme} ${token}` } });

    expect(response.status).toBe(200);
  });
}

function expectUnauthorized({ status, headers, text }: ApiResponse, challenge: string): void {
  expect(status).toBe(401);
  expect(text).toBe('{"error":"Unauthorized"}');
  expect(headers.get('WWW-Authenticate')).toBe(challenge);
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('Cache-Control')).toBe('no-store');
}
