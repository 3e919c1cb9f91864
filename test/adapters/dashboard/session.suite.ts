import { expect, it } from 'vitest';
import type { sessionOperations } from '../../../src/adapters/inbound/dashboard/sessions/session-operations.ts';
import type { ResponseOf } from '../../../src/adapters/inbound/dashboard/web/api/http/operation-types.ts';
import { anAddress } from '../http/support/api.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { DashboardClient, openSession, signInClient } from './support/dashboard-client.ts';

const listSessions = (client: DashboardClient) =>
  client.read<ResponseOf<typeof sessionOperations.list>['data']>('sessions');

export function sessionSuite(services: () => TwoServices): void {
  it('is opened with e-mail and password, and valid on every instance', async () => {
    const { first, second } = services();
    const { userId, email, name, password } = await first.openAccount();
    const client = new DashboardClient(first.url);

    const response = await client.signIn({ email: ` ${email.toUpperCase()} `, password });

    expect(response).toMatchObject({ status: 200, body: { data: { userId, email, name } } });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await client.at(second.url).get('session')).toMatchObject({ status: 200, body: { data: { userId } } });
  });

  it('puts the account into its pages, whatever characters the name has', async () => {
    const { owner, client } = await openSession(services());
    const name = `$' $& "Ada" <b> & co`;
    await client.call('PATCH', 'account', { json: { name } });

    const response = await fetch(`${services().first.url}/dashboard`, { headers: { Cookie: client.cookie ?? '' } });
    const [, info = ''] = /name="prompthold-start" content="([^"]+)"/.exec(await response.text()) ?? [];
    const text = info.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

    expect(JSON.parse(text)).toMatchObject({ account: { userId: owner.userId, name } });
  });

  it('is stored in a cookie that is HttpOnly, SameSite=Strict and unrelated to the key', async () => {
    const { first } = services();
    const owner = await first.openAccount();

    const { headers } = await new DashboardClient(first.url).signIn(owner);

    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^prompthold=[0-9a-f]{32}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(owner.token.slice(3, 35));
  });

  it('is rejected alike for a wrong password and an unknown e-mail', async () => {
    const { first } = services();
    const { email } = await first.openAccount();
    const from = anAddress();

    const responses = [
      await new DashboardClient(first.url).signIn({ email, password: 'a wrong guess' }, from),
      await new DashboardClient(first.url).signIn({ email: 'nobody@example.com', password: 'a wrong guess' }, from),
    ];

    for (const { status, body, headers } of responses) {
      expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized' } });
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('is rejected with Retry-After after too many failures', async () => {
    const { first, second } = services();
    const { email, password } = await first.openAccount();
    const from = anAddress();
    for (const guess of ['1', '2', '3', '4', '5']) {
      await new DashboardClient(first.url).signIn({ email, password: `guess ${guess}` }, from);
    }

    const response = await new DashboardClient(second.url).signIn({ email, password }, from);

    expect(response).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('ends on every instance when its owner signs out, and the cookie is deleted', async () => {
    const { client } = await openSession(services());
    const elsewhere = client.at(services().second.url);

    const response = await client.call('DELETE', 'session');

    expect(response.status).toBe(204);
    expect(client.cookie).toBeUndefined();
    expect(await elsewhere.get('session')).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
  });

  it('can be ended even if there is none', async () => {
    expect((await new DashboardClient(services().first.url).call('DELETE', 'session')).status).toBe(204);
  });

  it('can be looked up by the pages without an error when it is over', async () => {
    const { owner, client } = await openSession(services());
    const { userId, email, name } = owner;
    const elsewhere = client.at(services().second.url);

    expect(await elsewhere.get('account')).toMatchObject({ status: 200, body: { data: { userId, email, name } } });
    await client.call('DELETE', 'session');
    const ended = await elsewhere.get('account');

    expect(ended).toMatchObject({ status: 200, body: { data: null } });
    expect(ended.headers.get('Cache-Control')).toBe('no-store');
    expect(elsewhere.cookie).toBeUndefined();
  });

  it.each(['', 'short', 'f'.repeat(32), 'F'.repeat(32), "' OR 1=1", 'ph_'.padEnd(67, '0')])(
    'is rejected with the cookie %j',
    async (secret) => {
      const client = new DashboardClient(services().first.url);
      client.cookie = `prompthold=${secret}`;

      expect(await client.get('session')).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    },
  );

  it('does not authenticate in the API, nor does a key in the dashboard', async () => {
    const { owner, client } = await openSession(services());

    const { first } = services();
    const withCookie = await first.get('/api/prompts', { headers: { Cookie: client.cookie ?? '' } });
    const withKey = await fetch(new URL('/dashboard/api/session', first.url), {
      headers: { Authorization: `Bearer ${owner.token}` },
    });

    expect([withCookie.status, withKey.status]).toEqual([401, 401]);
  });

  it('is listed with the others, newest first, and each can be ended separately', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const older = await signInClient(first.url, owner);
    const newer = await signInClient(second.url, owner);

    const listed = await listSessions(newer);
    expect(listed.map(({ current }) => current)).toEqual([true, false]);
    expect(listed[0]?.id).toMatch(/^s_\d{13}_[a-z0-9]{6}$/);

    expect((await newer.call('DELETE', `sessions/${listed[1]?.id}`)).status).toBe(204);
    expect((await older.get('session')).status).toBe(401);
    expect((await newer.get('session')).status).toBe(200);
    expect((await newer.call('DELETE', `sessions/${listed[1]?.id}`)).status).toBe(404);
  });

  it('cannot be ended by another account', async () => {
    const { client } = await openSession(services());
    const { client: stranger } = await openSession(services());
    const [session] = await listSessions(client);

    expect((await stranger.call('DELETE', `sessions/${session?.id}`)).status).toBe(404);
    expect((await client.get('session')).status).toBe(200);
  });

  it('stays open when all others are ended', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const others = [await signInClient(first.url, owner), await signInClient(second.url, owner)];
    const client = await signInClient(first.url, owner);

    expect((await client.call('DELETE', 'sessions')).status).toBe(204);

    const statuses = await Promise.all(others.map(async (other) => (await other.get('session')).status));
    expect(statuses).toEqual([401, 401]);
    expect(await listSessions(client)).toHaveLength(1);
  });

  it('can rename the account, which is visible on every instance immediately', async () => {
    const { second } = services();
    const { owner, client } = await openSession(services());

    const changed = await client.call('PATCH', 'account', { json: { name: 'Grace' } });

    expect(changed).toMatchObject({ status: 200, body: { data: { userId: owner.userId, name: 'Grace' } } });
    expect(await second.verify(owner.token)).toMatchObject({ body: { name: 'Grace' } });
    expect(await client.call('PATCH', 'account', { json: { name: ' ' } })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'name' }] },
    });
  });

  it('is opened by signing up where sign-up is open; elsewhere signing up is 404', async () => {
    const { first, second } = services();
    const json = {
      email: `${Math.random().toString(36).slice(2)}@example.com`,
      name: 'Ada',
      password: 'a long pass 1',
    };
    const client = new DashboardClient(first.url);

    expect(await client.call('POST', 'accounts', { json })).toMatchObject({
      status: 201,
      body: { data: { email: json.email } },
    });
    expect((await client.get('session')).status).toBe(200);
    expect((await new DashboardClient(first.url).call('POST', 'accounts', { json })).status).toBe(409);
    expect((await new DashboardClient(second.url).call('POST', 'accounts', { json })).status).toBe(404);
  });
}
