import { expect, it } from 'vitest';
import type { usageOperations } from '../../../src/adapters/inbound/dashboard/usage/usage-operations.ts';
import type { ResponseOf } from '../../../src/adapters/inbound/dashboard/web/api/http/operation-types.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { Client } from '../http/prompts/support/client.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { type DashboardClient, openSession, signInClient } from './support/dashboard-client.ts';

const readRefused = (client: DashboardClient) =>
  client.read<ResponseOf<typeof usageOperations.refusedCalls>['data']>('refused-calls');

export function usageSuite(services: () => TwoServices): void {
  it('shows refused calls of all instances, newest first, with the prompt that each was about', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const [here, there] = [new Client(first, owner.token), new Client(second, owner.token)];
    const { id, name } = await here.createPrompt({ content: 'Hello {{name}}.' });
    const from = (caller: string) => ({ 'X-Client-Name': caller, 'X-Request-Id': `of-${caller}` });
    await here.post(`/prompts/${id}/render`, { variables: {} }, from('one'));
    await there.get('/prompts/none', from('two'));
    const client = await signInClient(first.url, owner);

    await waitUntil(async () => (await readRefused(client)).length === 2, {
      what: 'both refused calls are shown',
      timeoutMs: 60_000,
    });

    const { body } = await client.at(second.url).get('refused-calls');
    expect(body).toMatchObject({
      data: [
        {
          route: 'GET /api/prompts/{ref}',
          status: 404,
          code: 'prompt_not_found',
          requestId: 'of-two',
          via: 'api',
          caller: { name: 'two', address: '127.0.0.1' },
          promptId: null,
          prompt: null,
        },
        { status: 422, code: 'variables_invalid', requestId: 'of-one', promptId: id, prompt: name },
      ],
    });
  });

  it('shows the calls of a prompt by version and label, with those that failed', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const [here, there] = [new Client(first, owner.token), new Client(second, owner.token)];
    const { id } = await here.createPrompt({ content: 'Hello {{name}}.', labels: ['production'] });
    await here.publish(id, { content: 'Hi {{name}}.' });
    await here.get(`/prompts/${id}`);
    await there.get(`/prompts/${id}?label=production`);
    await there.get(`/prompts/${id}?version=2`);
    await there.post(`/prompts/${id}/render`, { variables: {} });
    await here.get(`/prompts/${id}?label=none`);
    const client = await signInClient(second.url, owner);
    const read = () => client.read<ResponseOf<typeof usageOperations.ofPrompt>['data']>(`prompts/${id}/usage`);

    await waitUntil(async () => (await read()).calls === 5, { what: 'all calls are counted', timeoutMs: 60_000 });

    expect(await read()).toMatchObject({
      calls: 5,
      failed: 2,
      versions: [
        { version: 2, calls: 1, failed: 0 },
        { version: 1, calls: 3, failed: 1 },
        { version: null, calls: 1, failed: 1 },
      ],
      labels: [
        { label: 'production', calls: 3, failed: 1 },
        { label: null, calls: 2, failed: 1 },
      ],
    });
    expect((await client.get('prompt-calls')).body).toMatchObject({ data: { calls: { [id]: 5 }, isComplete: true } });
    const stats = await client.get('stats?groupBy=failedPrompt');
    expect(stats.body).toMatchObject({ data: { total: 2, series: [{ group: id, count: 2 }] } });
  });

  it('shows nothing to others, and 404 for a prompt that is not there', async () => {
    const { first, second } = services();
    const { owner, client } = await openSession(services());
    const { id } = await new Client(first, owner.token).createPrompt();
    await new Client(first, owner.token).get('/prompts/none');
    await waitUntil(async () => (await readRefused(client)).length === 1, { what: 'it is shown', timeoutMs: 60_000 });
    const stranger = await signInClient(second.url, await first.openAccount());

    expect(await readRefused(stranger)).toEqual([]);
    expect((await stranger.get('prompt-calls')).body).toMatchObject({ data: { calls: {} } });
    expect(await stranger.get(`prompts/${id}/usage`)).toMatchObject({
      status: 404,
      body: { code: 'prompt_not_found' },
    });
    expect(await client.get('prompts/none/usage')).toMatchObject({ status: 404, body: { code: 'prompt_not_found' } });
  });
}
