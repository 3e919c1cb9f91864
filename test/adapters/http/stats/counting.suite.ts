import { expect, it } from 'vitest';
import { Client } from '../prompts/support/client.ts';
import type { TwoServices } from '../support/two-services.ts';
import { readCallsByRoute, readStats, sumByGroup, waitUntilShown } from './stats.ts';

export function countingSuite(services: () => TwoServices): void {
  it('include the calls of all instances, by route and by status, soon after the calls', async () => {
    const { first, second } = services();
    const { token: key } = await first.openAccount();
    const routes = {
      'GET /api/auth/rotations': 1,
      'GET /api/auth/token': 3,
      'GET /api/prompts/{ref}': 2,
      'POST /api/prompts': 2,
    };

    await Promise.all([first.verify(key), second.verify(key), second.verify(key)]);
    const { id } = await new Client(first, key).createPrompt();
    await new Client(second, key).createPrompt();
    await second.get(`/api/prompts/${id}`, { key, headers: { 'If-None-Match': '*' } });
    await first.get('/api/prompts/missing', { key });
    await first.get('/api/auth/rotations?limit=0', { key });

    for (const api of [first, second]) {
      const areAllShown = async () => {
        const shown = Object.entries(await readCallsByRoute(api, key)).sort();
        return JSON.stringify(shown) === JSON.stringify(Object.entries(routes));
      };
      await waitUntilShown(areAllShown, 'every call');
      // Reading the statistics adds to 2xx.
      expect(sumByGroup(await readStats(api, key))).toMatchObject({ '3xx': 1, '4xx': 2 });
    }
  });
}
