import { expect, it } from 'vitest';
import { anAddress } from '../http/support/api.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { signInClient } from './support/dashboard-client.ts';

const CHOSEN = 'quite another password';

export function passwordSuite(services: () => TwoServices): void {
  it('ends every other session on every instance, and goes on with this one', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const other = await signInClient(second.url, owner);
    const client = await signInClient(first.url, owner);
    const before = client.at(second.url);

    const response = await client.call('PUT', 'account/password', {
      json: { current: owner.password, chosen: CHOSEN },
    });

    expect(response.status).toBe(204);
    expect((await other.get('session')).status).toBe(401);
    expect((await before.get('session')).status).toBe(401);
    expect((await client.get('session')).status).toBe(200);
  });

  it('changes what signs in, and leaves the key alone', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    await client.call('PUT', 'account/password', { json: { current: owner.password, chosen: CHOSEN } });

    expect((await second.signIn(owner, anAddress())).status).toBe(401);
    expect((await second.signIn({ ...owner, password: CHOSEN }, anAddress())).body).toMatchObject({
      token: owner.token,
    });
  });

  it('is refused without the current password, which does not end the session', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());

    const response = await client.call('PUT', 'account/password', { json: { current: 'a wrong one', chosen: CHOSEN } });

    expect(response).toMatchObject({ status: 422, body: { details: [{ path: 'current' }] } });
    expect((await client.get('session')).status).toBe(200);
  });

  it('is no way to guess the password either', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());
    const headers = { 'X-Forwarded-For': anAddress() };
    const guess = (current: string) =>
      client.call('PUT', 'account/password', { json: { current, chosen: CHOSEN }, headers });

    const statuses: number[] = [];
    for (const current of ['1', '2', '3', '4', '5', '6']) statuses.push((await guess(current)).status);

    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it.each(['too short', 'password1234'])('refuses %j as the new one', async (chosen) => {
    const { first } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    const response = await client.call('PUT', 'account/password', { json: { current: owner.password, chosen } });

    expect(response).toMatchObject({ status: 422, body: { details: [{ path: 'chosen' }] } });
  });
}
