import { expect, it } from 'vitest';
import { anAddress } from '../http/support/api.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { signInClient } from './support/dashboard-client.ts';

const NEW_PASSWORD = 'quite another password';

export function passwordSuite(services: () => TwoServices): void {
  it('ends every other session on every instance, and renews the current one', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const other = await signInClient(second.url, owner);
    const client = await signInClient(first.url, owner);
    const before = client.at(second.url);

    const response = await client.call('PUT', 'account/password', {
      json: { current: owner.password, chosen: NEW_PASSWORD },
    });

    expect(response.status).toBe(204);
    expect((await other.get('session')).status).toBe(401);
    expect((await before.get('session')).status).toBe(401);
    expect((await client.get('session')).status).toBe(200);
  });

  it('replaces the password for signing in, and leaves the key unchanged', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    await client.call('PUT', 'account/password', { json: { current: owner.password, chosen: NEW_PASSWORD } });

    expect((await second.signIn(owner, anAddress())).status).toBe(401);
    expect((await second.signIn({ ...owner, password: NEW_PASSWORD }, anAddress())).body).toMatchObject({
      token: owner.token,
    });
  });

  it('is rejected without the current password, and the session stays open', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());

    const response = await client.call('PUT', 'account/password', {
      json: { current: 'a wrong one', chosen: NEW_PASSWORD },
    });

    expect(response).toMatchObject({ status: 422, body: { details: [{ path: 'current' }] } });
    expect((await client.get('session')).status).toBe(200);
  });

  it('is throttled against guessing the password', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());
    const headers = { 'X-Forwarded-For': anAddress() };
    const guess = (current: string) =>
      client.call('PUT', 'account/password', { json: { current, chosen: NEW_PASSWORD }, headers });

    const statuses: number[] = [];
    for (const current of ['1', '2', '3', '4', '5', '6']) statuses.push((await guess(current)).status);

    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it.each(['too short', 'password1234'])('rejects %j as the new password', async (chosen) => {
    const { first } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    const response = await client.call('PUT', 'account/password', { json: { current: owner.password, chosen } });

    expect(response).toMatchObject({ status: 422, body: { details: [{ path: 'chosen' }] } });
  });
}
