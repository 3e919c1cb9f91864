import { expect, it } from 'vitest';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { type Api, type ApiResponse, anAddress, type Credentials, codeIn, times } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const FREE_FAILURES = 5;

export function throttleSuite(services: () => TwoServices): void {
  it('gets 429 at the sixth attempt, even with the correct password, counted across both instances', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const failures = await failToSignIn(FREE_FAILURES, [first, second], owner, from);
    const blocked = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
    expect(blocked.map(codeIn)).toEqual(['too_many_failures', 'too_many_failures']);
  });

  it('gets a Retry-After of five minutes', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await failToSignIn(FREE_FAILURES, [first], owner, from);

    const [begun, running] = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(begun.headers.get('Retry-After')).toBe('300');
    expect(running.headers.get('Retry-After')).toMatch(/^(300|2\d\d)$/);
  });

  it('is throttled for an unknown e-mail too', async () => {
    const { first, second } = services();
    const unknown = { email: `nobody.${anAddress()}@example.com`, password: 'not the password' };
    const from = anAddress();

    const responses = await failToSignIn(FREE_FAILURES + 1, [first, second], unknown, from);

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is counted per e-mail regardless of its spelling', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await failToSignIn(3, [first], owner, from);
    await failToSignIn(2, [first], { ...owner, email: ` ${owner.email.toUpperCase()}` }, from);

    expect((await first.signIn(owner, from)).status).toBe(429);
  });

  it('does not throttle other e-mails from the same address', async () => {
    const { first, second } = services();
    const [guessed, other] = [await first.openAccount(), await first.openAccount()];
    const from = anAddress();
    await failToSignIn(FREE_FAILURES + 1, [first], guessed, from);

    expect((await second.signIn(other, from)).status).toBe(200);
  });

  it('does not throttle the owner at another address', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    await failToSignIn(FREE_FAILURES + 1, [first], owner, anAddress());

    expect((await second.signIn(owner, anAddress())).status).toBe(200);
  });

  it('starts over after a successful sign-in', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    await failToSignIn(FREE_FAILURES - 1, [first], owner, from);
    expect((await second.signIn(owner, from)).status).toBe(200);

    const failures = await failToSignIn(FREE_FAILURES + 1, [first], owner, from);

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('does not keep the owner out after twenty failures, if the owner signed in from the same address before', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();
    expect((await first.signIn(owner, from)).status).toBe(200);
    // Here, and from other addresses.
    await failToSignIn(FREE_FAILURES + 1, [first], owner, anAddress());
    await failToSignIn(20, [first, second], owner, from);

    expect((await second.signIn(owner, from)).status).toBe(200);
  });

  it('checks at most five of twenty concurrent passwords', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const responses = await Promise.all(
      times(20, (index) => (index % 2 ? first : second).signIn({ ...owner, password: `guess ${index}` }, from)),
    );

    // On a slow machine some may time out in the queue for hashing, and these do not count as guesses.
    while (!responses.some((response) => codeIn(response) === 'too_many_failures') && responses.length < 40) {
      responses.push(await first.signIn({ ...owner, password: 'one more guess' }, from));
    }
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(FREE_FAILURES);
    expect((await first.signIn(owner, from)).status).toBe(429);
  });

  it('does not throttle forty correct concurrent sign-ins', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const responses = await Promise.all(times(40, (index) => (index % 2 ? first : second).signIn(owner, from)));

    // On a slow machine some may time out in the queue for hashing: they get 429, which does not throttle the account.
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected.filter((response) => response.status !== 429 || codeIn(response) !== 'busy')).toEqual([]);
    expect((await second.signIn(owner, from)).status).toBe(200);
  });

  it('is distinguished from a full queue, whose Retry-After is two seconds', async () => {
    const { first } = services();
    const { email, password } = await first.openAccount();
    const body = JSON.stringify({ email, password });
    const headers = [
      `X-Forwarded-For: ${anAddress()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const signIn = requestHead('POST /api/auth/token HTTP/1.1', ...headers) + body;

    // One instance hashes two passwords at a time and queues 32. All are sent in one write, so that they arrive together.
    const connection = await RawConnection.open(first.url);
    await connection.send(signIn.repeat(50));
    const responses: ApiResponse[] = [];
    while (responses.length < 50) responses.push(await connection.readResponse());
    connection.close();

    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeGreaterThan(0);
    expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set([429]));
    expect(new Set(rejected.map(codeIn))).toEqual(new Set(['busy']));
    expect(new Set(rejected.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['2']));
  });
}

/** Fails to sign in `count` times, one after the other, alternating between the instances. */
async function failToSignIn(
  count: number,
  apis: readonly Api[],
  { email }: Credentials,
  from: string,
): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (const index of times(count, Number)) {
    const api = apis[index % apis.length];
    if (api) responses.push(await api.signIn({ email, password: `not the password ${index}` }, from));
  }
  return responses;
}
