import { SdkHttpError } from '@modelcontextprotocol/client';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { Client, type PromptsContext } from '../../http/prompts/support/client.ts';
import { tokenIn } from '../../http/support/api.ts';
import { NOTIFIED_CLIENTS, type NotifiedClient } from './notified-clients.ts';

/** One account, used by three generations of the client at both instances. */
export function mcpNotificationsSuite(context: () => PromptsContext): void {
  async function connectAll() {
    const { services } = context();
    const owner = await services.first.openAccount();
    const first = new Client(services.first, owner.token);
    const second = new Client(services.second, owner.token);
    const connecting = NOTIFIED_CLIENTS.flatMap(([, connect]) => [connect(first), connect(second)]);
    return { owner, first, second, clients: await Promise.all(connecting) };
  }

  const waitForAll = (clients: readonly NotifiedClient[], count: number) =>
    Promise.all(clients.map(({ notifications }) => notifications.waitFor(count)));

  /** Resets the key, which ends all streams: everything that was sent has arrived then. */
  async function endStreams({ api, key }: Client, clients: readonly NotifiedClient[]): Promise<string> {
    const renewed = tokenIn(await api.reset(key));
    await Promise.all(clients.map(({ ended }) => ended));
    return renewed;
  }

  const countsOf = (clients: readonly NotifiedClient[]) => clients.map(({ notifications }) => notifications.count);

  it('announce each change once, whichever instance made it', async () => {
    const { first, second, clients } = await connectAll();

    const { id } = await first.createPrompt({ labels: ['production', 'staging'] });
    await waitForAll(clients, 1);
    await second.publish(id, { content: 'Two.', labels: ['production'] });
    await waitForAll(clients, 2);
    await endStreams(first, clients);

    expect(countsOf(clients)).toEqual(clients.map(() => 2));
  });

  it('announce nothing about other accounts, nor about protected labels', async () => {
    const { owner, first, second, clients } = await connectAll();

    await context().stranger.createPrompt();
    const browser = await signInClient(first.api.url, owner);
    const { status } = await browser.call('PUT', 'protected-labels', { json: { labels: ['beta'] } });
    await second.createPrompt();
    await waitForAll(clients, 1);
    await endStreams(first, clients);

    expect(status).toBe(200);
    expect(countsOf(clients)).toEqual(clients.map(() => 1));
  });

  it('end when the key is reset at either instance, and the next call is 401', async () => {
    const { first, second, clients } = await connectAll();

    const renewed = new Client(first.api, tokenIn(await second.api.reset(second.key)));
    await renewed.createPrompt();
    await Promise.all(clients.map(({ ended }) => ended));

    expect(countsOf(clients)).toEqual(clients.map(() => 0));
    for (const { client, version } of clients) {
      const failure = await client.listPrompts().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(version === 1 ? StreamableHTTPError : SdkHttpError);
      expect(String(failure)).toContain('Unauthorized');
    }
  });
}
