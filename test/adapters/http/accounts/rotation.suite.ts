import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Api, type ApiResponse, codeIn, pathsIn, tokenIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const PATH = '/api/auth/rotations';

const page = z.strictObject({
  data: z.array(
    z.strictObject({ rotatedAt: z.iso.datetime({ precision: 3 }), by: z.string(), address: z.string().nullable() }),
  ),
  nextCursor: z.string().nullable(),
});

const pageIn = ({ body }: ApiResponse) => page.parse(body);

export function rotationSuite(services: () => TwoServices): void {
  it('is empty for a key that was never rotated', async () => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get(PATH, { key: token });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ data: [], nextCursor: null });
    expect(response.headers.get('Link')).toBeNull();
  });

  it('contains time, channel and client address, newest first', async () => {
    const { first, second, installation } = services();
    const { token, email } = await first.openAccount();
    await resetFrom(second, token, '192.0.2.1');
    const { stdout } = await installation.cli(['key', 'rotate', email]);
    const key = await resetFrom(first, stdout.trim(), '2001:db8::7');

    const { data } = pageIn(await second.get(PATH, { key }));

    expect(data.map(({ by, address }) => [by, address])).toEqual([
      ['api', '2001:db8::7'],
      ['cli', null],
      ['api', '192.0.2.1'],
    ]);
    const times = data.map(({ rotatedAt }) => rotatedAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('never contains a key', async () => {
    const { first } = services();
    const { token } = await first.openAccount();
    const key = await resetFrom(first, token, '192.0.2.1');

    expect((await first.get(PATH, { key })).text).not.toContain('ph_');
  });

  it('contains only rotations of the account', async () => {
    const { first } = services();
    const [owner, other] = [await first.openAccount(), await first.openAccount()];
    await first.reset(other.token);

    expect(pageIn(await first.get(PATH, { key: owner.token })).data).toEqual([]);
  });

  it('is paginated across instances without gaps, and the last page has no link', async () => {
    const { first, second } = services();
    const key = await resetTimes(first, 5);

    const newest = pageIn(await first.get(`${PATH}?limit=2`, { key }));
    const middle = pageIn(await second.get(`${PATH}?limit=2&cursor=${newest.nextCursor}`, { key }));
    const oldest = await first.get(`${PATH}?limit=2&cursor=${middle.nextCursor}`, { key });

    const whole = pageIn(await first.get(PATH, { key }));
    expect([newest, middle, pageIn(oldest)].map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect([...newest.data, ...middle.data, ...pageIn(oldest).data]).toEqual(whole.data);
    expect(pageIn(oldest).nextCursor).toBeNull();
    expect(oldest.headers.get('Link')).toBeNull();
    const { headers } = await first.get(`${PATH}?limit=2`, { key });
    expect(headers.get('Link')).toBe(`<${first.url}${PATH}?limit=2&cursor=${newest.nextCursor}>; rel="next"`);
  });

  it.each([
    ['limit=201', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=r0', 'cursor'],
    ['colour=red', 'colour'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('rejects ?%s', async (query, path) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.get(`${PATH}?${query}`, { key: token });

    expect(response.status).toBe(400);
    expect(codeIn(response)).toBe('bad_query');
    expect(pathsIn(response)).toEqual([path]);
  });
}

async function resetFrom(api: Api, key: string, address: string): Promise<string> {
  return tokenIn(await api.call('DELETE', '/api/auth/token', { key, headers: { 'X-Forwarded-For': address } }));
}

/** Opens an account and returns its key after `count` rotations. */
async function resetTimes(api: Api, count: number): Promise<string> {
  let { token } = await api.openAccount();
  for (let index = 0; index < count; index += 1) token = tokenIn(await api.reset(token));
  return token;
}
