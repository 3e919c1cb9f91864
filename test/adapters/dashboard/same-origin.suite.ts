import { expect, it } from 'vitest';
import { anAddress } from '../http/support/api.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { DashboardClient, openSession } from './support/dashboard-client.ts';

const OTHER_ORIGIN = 'https://evil.example.com';

export function sameOriginSuite(services: () => TwoServices): void {
  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: OTHER_ORIGIN },
    { Origin: 'null' },
    { Origin: '' },
    // Sec-Fetch-Site, which only the browser can set, takes precedence.
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1' },
  ])('cannot change anything: %j', async (headers) => {
    const { owner, client } = await openSession(services());

    const response = await client.call('POST', 'key/reset', { headers: headers as Record<string, string> });

    expect(response).toMatchObject({ status: 403, body: { code: 'cross_origin' } });
    expect((await services().first.verify(owner.token)).status).toBe(200);
  });

  it('cannot sign in', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const headers = { Origin: OTHER_ORIGIN, 'X-Forwarded-For': anAddress() };

    const response = await new DashboardClient(first.url).call('POST', 'session', { json: owner, headers });

    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('are recognized by Sec-Fetch-Site, so that same-origin requests pass', async () => {
    const { client } = await openSession(services());

    const response = await client.call('DELETE', 'sessions', {
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: '' },
    });

    expect(response.status).toBe(204);
  });
}
