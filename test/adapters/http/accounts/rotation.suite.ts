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
  it('contains time, channel and client address, newest first', async () => {
    const { first, second, installation } = services();
    const { token, email } = await first.openAccount();
    await resetFrom(second, token, '192.0.2.1');
    const { stdout } = await installation.cli(['key', 'rotate', email]);
    const key = await resetFrom(first, stdout.trim(), '2001:db8::7');

    const response = await second.get(PATH, { key });

    const { data } = pageIn(response);
    expect(response.text).not.toContain('ph_');
    expect(data.map(({ by, address }) => [by, address])).toEqual([
      ['api', '2001:db8::7'],
      ['cli', null],
      ['api', '192.0.2.1'],
    ]);
    const times = data.map(({ rotatedAt }) => rotatedAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('is empty for a key that was never rotated, whatever other accounts did', async () => {
    const { first } = services();
    const [owner, other] = [await first.openAccount(), await first.openAccount()];
    await first.reset(other.token);

    const response = await first.get(PATH, { key: owner.token });

    expect(response.body).toEqual({ data: [], nextCursor: null });
    expect(response.headers.get('Link')).toBeNull();
  });

  it('is paginated across instances without gaps, with a link to the next page', async () => {
    const { first, second } = services();
    let { token: key } = await first.openAccount();
    for (let count = 0; count < 3; count += 1) key = tokenIn(await first.reset(key));

    const newest = await first.get(`${PATH}?limit=2`, { key });
    const { data, nextCursor } = pageIn(newest);
    const oldest = await second.get(`${PATH}?limit=2&cursor=${nextCursor}`, { key });

    expect([...data, ...pageIn(oldest).data]).toEqual(pageIn(await first.get(PATH, { key })).data);
    expect(newest.headers.get('Link')).toBe(`<${first.url}${PATH}?limit=2&cursor=${nextCursor}>; rel="next"`);
    expect(pageIn(oldest).data).toHaveLength(1);
    expect(pageIn(oldest).nextCursor).toBeNull();
    expect(oldest.headers.get('Link')).toBeNull();
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
