import { expect, it } from 'vitest';
import { type ApiResponse, anAddress, codeIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

export function throttleSuite(services: () => TwoServices): void {
  it('gets 429 with a Retry-After at the sixth attempt, even with the correct password, counted on both instances', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const from = anAddress();

    const failures: ApiResponse[] = [];
    for (const api of [first, second, first, second, first]) {
      failures.push(await api.signIn({ ...owner, password: 'not the password' }, from));
    }
    const blocked = [await first.signIn(owner, from), await second.signIn(owner, from)];

    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
    expect(blocked.map(codeIn)).toEqual(['too_many_failures', 'too_many_failures']);
    expect(blocked[0]?.headers.get('Retry-After')).toBe('300');
    expect(blocked[1]?.headers.get('Retry-After')).toMatch(/^(300|2\d\d)$/);
  });
}
