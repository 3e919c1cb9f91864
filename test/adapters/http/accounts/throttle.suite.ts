import { expect, it } from 'vitest';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { type Api, type ApiResponse, anAddress, type Credentials, codeIn, times } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const FREE_FAILURES = 5;

export function throttleSuite(services: () => TwoServices): void {
  it('ends with 429 at the sixth try, even with the right password, counted over both instances', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const failures = await fail(FREE_FAILURES, [first, second], owner, from);
    const blocked = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
    expect(blocked.map(codeIn)).toEqual(['too_many_failures', 'too_many_failures']);
  });

  it('says when to try again: in five minutes', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await fail(FREE_FAILURES, [first], owner, from);

    const [begun, running] = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(begun.headers.get('Retry-After')).toBe('300');
    expect(running.headers.get('Retry-After')).toMatch(/^(300|2\d\d)$/);
  });

  it('is slowed down for an e-mail without an account as well', async () => {
    const { first, second } = services();
    const nobody = { email: `nobody.${anAddress()}@example.com`, password: 'not the password' };
    const from = anAddress();

    const responses = await fail(FREE_FAILURES + 1, [first, second], nobody, from);

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts one e-mail in all its spellings', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await fail(3, [first], owner, from);
    await fail(2, [first], { ...owner, email: ` ${owner.email.toUpperCase()}` }, from);

    expect((await first.signIn(owner, from)).status).toBe(429);
  });

  it('leaves other e-mails from the same address alone', async () => {
    const { first, second } = services();
    const [guessed, other] = [await first.openAccount(), await first.openAccount()];
    const from = anAddress();
    await fail(FREE_FAILURES + 1, [first], guessed, from);

    expect((await second.signIn(other, from)).status).toBe(200);
  });

  it('leaves the owner at another address alone', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    await fail(FREE_FAILURES + 1, [first], owner, anAddress());

    expect((await second.signIn(owner, anAddress())).status).toBe(200);
  });

  it('is forgiven by a success', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await fail(FREE_FAILURES - 1, [first], owner, from);
    expect((await second.signIn(owner, from)).status).toBe(200);

    const failures = await fail(FREE_FAILURES + 1, [first], owner, from);

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('tries at most five passwords when twenty are sent at once', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const responses = await Promise.all(
      times(20, (index) => (index % 2 ? first : second).signIn({ ...owner, password: `guess ${index}` }, from)),
    );

    // On a slow machine the queue for hashing may be too slow for some of them, which are then no guesses yet.
    while (!responses.some((response) => codeIn(response) === 'too_many_failures') && responses.length < 40) {
      responses.push(await first.signIn({ ...owner, password: 'one more guess' }, from));
    }
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(FREE_FAILURES);
    expect((await first.signIn(owner, from)).status).toBe(429);
  });

  it('is not what forty right sign-ins at once are taken for', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const responses = await Promise.all(times(40, (index) => (index % 2 ? first : second).signIn(owner, from)));

    // On a slow machine the queue for hashing may be too slow for some of them: that is said, and blocks nobody.
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.filter((response) => response.status !== 429 || codeIn(response) !== 'busy')).toEqual([]);
    expect((await second.signIn(owner, from)).status).toBe(200);
  });

  it('is told apart from a queue that is full, which asks to come back in two seconds', async () => {
    const { first } = services();
    const { email, password } = await first.openAccount();
    const body = JSON.stringify({ email, password });
    const about = [
      `X-Forwarded-For: ${anAddress()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const signIn = requestHead('POST /api/auth/token HTTP/1.1', ...about) + body;

    // Two at a time and 32 that wait, on one instance: the others are too many. In one piece, so that they come at once.
    const connection = await RawConnection.open(first.url);
    await connection.send(signIn.repeat(50));
    const responses: ApiResponse[] = [];
    while (responses.length < 50) responses.push(await connection.readResponse());
    connection.close();

    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(new Set(refused.map(codeIn))).toEqual(new Set(['busy']));
    expect(new Set(refused.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['2']));
  });
}

/** One after the other, taking turns. */
async function fail(count: number, apis: readonly Api[], { email }: Credentials, from: string): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (const index of times(count, Number)) {
    const api = apis[index % apis.length];
    if (api) responses.push(await api.signIn({ email, password: `not the password ${index}` }, from));
  }
  return responses;
}
