import { expect, it } from 'vitest';
import type { keyOperations } from '../../../src/adapters/inbound/dashboard/keys/key-operations.ts';
import type { ResponseOf } from '../../../src/adapters/inbound/dashboard/web/api/http/operation-types.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { DashboardClient, openSession } from './support/dashboard-client.ts';

const readLastUse = async (client: DashboardClient) =>
  (await client.read<ResponseOf<typeof keyOperations.describe>['data']>('key')).lastUsedAt;

export function keySuite(services: () => TwoServices): void {
  it('is revealed on request, and is the key of the API', async () => {
    const { owner, client } = await openSession(services());

    expect(await client.reveal()).toBe(owner.token);
    expect(await client.at(services().second.url).reveal()).toBe(owner.token);
  });

  it('is described by its creation and last use, without being revealed', async () => {
    const { owner, client } = await openSession(services());
    expect(await readLastUse(client)).toBeNull();

    await services().first.verify(owner.token);

    const isShown = async () => (await readLastUse(client)) !== null;
    await waitUntil(isShown, { what: 'the use of the key is shown', timeoutMs: 60_000 });
  });

  it('is invalid on every instance immediately after it is rotated, and the new one is valid', async () => {
    const { second } = services();
    const { owner, client } = await openSession(services());

    const { token } = await client.read<{ readonly token: string }>('key/reset', 'POST');

    expect(token).not.toBe(owner.token);
    expect((await second.verify(owner.token)).status).toBe(401);
    // Before the first use of the new key: its use is recorded within a second.
    expect(await readLastUse(client)).toBeNull();
    expect((await second.verify(token)).status).toBe(200);
    expect(await client.get('key/rotations')).toMatchObject({ body: { data: [{ by: 'dashboard' }] } });
  });

  it.each([
    ['GET', 'key'],
    ['GET', 'key/rotations'],
    ['POST', 'key/reveal'],
    ['POST', 'key/reset'],
    ['GET', 'sessions'],
    ['PATCH', 'account'],
    ['GET', 'prompts'],
    ['GET', 'prompts/any/usage'],
    ['GET', 'prompt-calls'],
    ['GET', 'refused-calls'],
    ['GET', 'stats'],
    ['GET', 'export'],
  ])('is not accessible without a session: %s %s', async (method, path) => {
    const response = await new DashboardClient(services().first.url).call(method, path);

    expect(response).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="prompthold"');
  });
}
