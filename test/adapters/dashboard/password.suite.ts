import { expect, it } from 'vitest';
import { anAddress } from '../http/support/api.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { openSession, signInClient } from './support/dashboard-client.ts';

const NEW_PASSWORD = 'quite another password';

export function passwordSuite(services: () => TwoServices): void {
  it('replaces the password, ends every other session on every instance, and leaves the key unchanged', async () => {
    const { second } = services();
    const { owner, client } = await openSession(services());
    const other = await signInClient(second.url, owner);
    const before = client.at(second.url);

    const response = await client.call('PUT', 'account/password', {
      json: { current: owner.password, chosen: NEW_PASSWORD },
    });

    expect(response.status).toBe(204);
    expect((await other.get('session')).status).toBe(401);
    expect((await before.get('session')).status).toBe(401);
    expect((await client.get('session')).status).toBe(200);
    expect((await second.signIn(owner, anAddress())).status).toBe(401);
    expect((await second.signIn({ ...owner, password: NEW_PASSWORD }, anAddress())).body).toMatchObject({
      token: owner.token,
    });
  });

  it.each([
    ['without the current password', { current: 'a wrong one' }, 'current'],
    ['with a weak new one', { chosen: 'password1234' }, 'chosen'],
  ])('is rejected %s, and the session stays open', async (_, change, path) => {
    const { owner, client } = await openSession(services());

    const json = { current: owner.password, chosen: NEW_PASSWORD, ...change };
    const response = await client.call('PUT', 'account/password', { json });

    expect(response).toMatchObject({ status: 422, body: { details: [{ path }] } });
    expect((await client.get('session')).status).toBe(200);
  });

  it('is throttled against guessing the password', async () => {
    const { client } = await openSession(services());
    const headers = { 'X-Forwarded-For': anAddress() };
    const guess = (current: string) =>
      client.call('PUT', 'account/password', { json: { current, chosen: NEW_PASSWORD }, headers });

    const statuses: number[] = [];
    for (const current of ['1', '2', '3', '4', '5', '6']) statuses.push((await guess(current)).status);

    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
}
