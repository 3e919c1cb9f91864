import { expect, it } from 'vitest';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { type Api, type ApiResponse, anAddress, type Credentials, codeIn, times } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const FREE_FAILURES = 5;

export function throttleSuite(services: () => TwoServices): void {
  it('gets 429 with a Retry-After at the sixth attempt, even with the correct password, counted on both instances', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const failures = await failToSignIn(FREE_FAILURES, [first, second], owner, from);
    const blocked = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
    expect(blocked.map(codeIn)).toEqual(['too_many_failures', 'too_many_failures']);
    expect(blocked[0]?.headers.get('Retry-After')).toBe('300');
    expect(blocked[1]?.headers.get('Retry-After')).toMatch(/^(300|2\d\d)$/);
  });

  it('is throttled for an unknown e-mail too', async () => {
    const { first, second } = services();
    const unknown = { email: `nobody.${anAddress()}@example.com`, password: 'not the password' };
    const from = anAddress();

    const responses = await failToSignIn(FREE_FAILURES + 1, [first, second], unknown, from);

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
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
