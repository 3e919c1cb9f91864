import { expect, it } from 'vitest';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { requestHead, sendRaw } from '../requests/raw-connection.ts';
import { type ApiResponse, anUnknownKey } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const CHALLENGE = 'Bearer realm="prompthold"';
const INVALID_TOKEN_CHALLENGE = 'Bearer realm="prompthold", error="invalid_token"';

/** Every operation that needs a key, and those of the other APIs. */
const AUTHENTICATED: readonly (readonly [method: string, path: string])[] = [
  ...apiRoutes
    .filter(({ guard }) => guard === 'key')
    .map(({ operation }) => [operation.method.toUpperCase(), operation.path.replaceAll(/\{\w+\}/g, 'x')] as const),
  ['GET', '/api/public/v2/prompts'],
  ['GET', '/api/public/v2/prompts/greeting'],
  ['POST', '/api/public/v2/prompts'],
  ['PATCH', '/api/public/v2/prompts/greeting/versions/1'],
  ['DELETE', '/api/public/v2/prompts/greeting'],
  ['GET', '/api/public/projects'],
  ['GET', '/beta/litellm_prompt_management?prompt_id=greeting'],
  ['GET', '/api/hub/commits/-/greeting/latest'],
  ['POST', '/mcp'],
];

export function unauthorizedSuite(services: () => TwoServices): void {
  it.each(AUTHENTICATED)('rejects %s %s without a credential and with an unknown key', async (method, path) => {
    const { first } = services();

    expectUnauthorized(await first.call(method, path), CHALLENGE);
    expectUnauthorized(await first.call(method, path, { key: anUnknownKey() }), INVALID_TOKEN_CHALLENGE);
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
}

function expectUnauthorized({ status, headers, text }: ApiResponse, challenge: string): void {
  expect(status).toBe(401);
  expect(text).toBe('{"error":"Unauthorized"}');
  expect(headers.get('WWW-Authenticate')).toBe(challenge);
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('Cache-Control')).toBe('no-store');
}
