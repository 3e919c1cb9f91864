import { expect, it } from 'vitest';
import { z } from 'zod';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { DashboardClient, signInClient } from './support/dashboard-client.ts';

const description = z.object({
  data: z.strictObject({
    createdAt: z.iso.datetime({ precision: 3 }),
    lastUsedAt: z.iso.datetime({ precision: 3 }).nullable(),
  }),
});

const reset = z.object({ data: z.strictObject({ token: z.string() }) });

export function keySuite(services: () => TwoServices): void {
  it('is revealed on request, and is the key of the API', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    expect(await client.reveal()).toBe(owner.token);
    expect(await client.at(second.url).reveal()).toBe(owner.token);
  });

  it('is described by its creation and last use, without being revealed', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);
    expect(description.parse((await client.get('key')).body).data.lastUsedAt).toBeNull();

    await first.verify(owner.token);

    const isShown = async () => description.parse((await client.get('key')).body).data.lastUsedAt !== null;
    await waitUntil(isShown, { what: 'the use of the key is shown', timeoutMs: 60_000 });
  });

  it('is invalid on every instance immediately after it is rotated, and the new one is valid', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    const response = await client.call('POST', 'key/reset');

    const { token } = reset.parse(response.body).data;
    expect(token).not.toBe(owner.token);
    expect((await second.verify(owner.token)).status).toBe(401);
    // Before the first use of the new key: its use is recorded within a second.
    expect(description.parse((await client.get('key')).body).data.lastUsedAt).toBeNull();
    expect((await second.verify(token)).status).toBe(200);
    expect(await client.get('key/rotations')).toMatchObject({ body: { data: [{ by: 'dashboard' }] } });
  });

  it('is rotated by each of two concurrent clicks, or the second gets 409', async () => {
    const { first, second } = services();
    const client = await signInClient(first.url, await first.openAccount());
    const other = client.at(second.url);

    const clicks = await Promise.all([client, other].map((browser) => browser.call('POST', 'key/reset')));

    const statuses = clicks.map(({ status }) => status).sort();
    expect([[200, 200].join(), [200, 409].join()]).toContain(statuses.join());
    const issued = clicks.flatMap(({ body }) => reset.safeParse(body).data?.data.token ?? []);
    const live = await Promise.all(issued.map(async (token) => (await first.verify(token)).status));
    expect(live.filter((status) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['GET', 'key'],
    ['GET', 'key/rotations'],
    ['POST', 'key/reveal'],
    ['POST', 'key/reset'],
    ['GET', 'sessions'],
    ['PATCH', 'account'],
    ['GET', 'prompts'],
    ['GET', 'stats'],
    ['GET', 'export'],
  ])('is not accessible without a session: %s %s', async (method, path) => {
    const response = await new DashboardClient(services().first.url).call(method, path);

    expect(response).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="prompthold"');
  });
}
