import { expect, it } from 'vitest';
import { anAddress, withoutVolatileHeaders } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

export function signInSuite(services: () => TwoServices): void {
  it('returns exactly the key of the account and its owner, for the e-mail in any case', async () => {
    const { first, second } = services();
    const { password, token, userId, email, name } = await first.openAccount();

    const response = await second.signIn({ email: `  ${email.toUpperCase()} `, password });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ token, userId, email, name });
  });

  it('works for an account created on the command line', async () => {
    const { first, installation } = services();
    const password = 'piped in by an operator';
    const { userId, email, name, token } = await installation.openAccount(password);

    expect((await first.signIn({ email, password })).body).toEqual({ token, userId, email, name });
  });

  it('rejects an unknown e-mail exactly like a wrong password, headers included', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const wrongPassword = await first.signIn({ ...owner, password: 'not the password' }, from);
    const unknownEmail = await first.signIn({ email: 'nobody@example.com', password: 'not the password' }, from);
    const noEmail = await first.signIn({ email: 'no address at all', password: 'not the password' }, from);

    expect(withoutVolatileHeaders(unknownEmail)).toEqual(withoutVolatileHeaders(wrongPassword));
    expect(withoutVolatileHeaders(noEmail)).toEqual(withoutVolatileHeaders(wrongPassword));
    expect(wrongPassword.status).toBe(401);
    expect(wrongPassword.text).toBe('{"error":"Unauthorized"}');
    expect(wrongPassword.headers.get('WWW-Authenticate')).toBe('Bearer realm="prompthold"');
  });

  it('rejects query parameters, which could leak a password', async () => {
    const { first } = services();
    const { email, password } = await first.openAccount();

    const response = await first.call('POST', '/api/auth/token?password=x', { json: { email, password } });

    expect(response).toMatchObject({ status: 400, body: { code: 'bad_query', details: [{ path: 'password' }] } });
  });

  it('accepts a password attempt of any length, from empty to the body limit', async () => {
    const { first } = services();
    const from = anAddress();

    const empty = await first.signIn({ email: 'nobody@example.com', password: '' }, from);
    const long = await first.signIn({ email: 'nobody@example.com', password: 'x'.repeat(4000) }, from);

    expect([empty.status, long.status]).toEqual([401, 401]);
  });
}
