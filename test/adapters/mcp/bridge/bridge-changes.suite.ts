import { expect, it } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { Client, type PromptsContext } from '../../http/prompts/support/client.ts';
import { connectV1, connectV2, type StartedBridge, startBridge } from './bridge-clients.ts';

const LIST_CHANGED = 'notifications/prompts/list_changed';

/** Connects a client and counts how often it is notified. */
type Observe = (bridge: StartedBridge) => Promise<{ count: number }>;

const observeV2 =
  (mode: 'auto' | 'legacy'): Observe =>
  async (bridge) => {
    const seen = { count: 0 };
    const client = await connectV2(bridge, mode);
    client.setNotificationHandler(LIST_CHANGED, () => {
      seen.count += 1;
    });
    if (mode === 'legacy') return seen;
    const { honoredFilter } = await client.listen({ promptsListChanged: true });
    expect(honoredFilter).toEqual({ promptsListChanged: true });
    return seen;
  };

const observeV1: Observe = async (bridge) => {
  const seen = { count: 0 };
  const client = await connectV1(bridge);
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === LIST_CHANGED) seen.count += 1;
  };
  return seen;
};

const OBSERVERS: readonly (readonly [string, Observe])[] = [
  ['version 2 in its modern mode', observeV2('auto')],
  ['version 2 by default', observeV2('legacy')],
  ['version 1', observeV1],
];

export function bridgeChangesSuite(context: () => PromptsContext): void {
  it.each(OBSERVERS)('are announced once to a client of %s, from another instance too', async (_name, observe) => {
    const { first, second } = await context().newAuthor();
    const seen = await observe(startBridge(second));

    // Two events of one change.
    const { id } = await first.createPrompt({ labels: ['production'] });
    await waitUntil(() => seen.count > 0, { what: 'the client is notified', timeoutMs: 60_000 });
    expect(seen.count).toBe(1);

    await first.publish(id, { content: 'Two' });
    await waitUntil(() => seen.count > 1, { what: 'the client is notified again', timeoutMs: 60_000 });
    expect(seen.count).toBe(2);
  });

  it('are not announced if they are those of another account, or of the protected labels', async () => {
    const { services, newAuthor, stranger } = context();
    const owner = await services.first.openAccount();
    const person = await signInClient(services.first.url, owner);
    const key = new Client(services.second, owner.token);
    const [, observe] = OBSERVERS[0] ?? [];
    const seen = await observe?.(startBridge(key));
    const control = await newAuthor();
    const seenByControl = await observe?.(startBridge(control.second));

    await stranger.createPrompt();
    expect(await person.call('PUT', 'protected-labels', { json: { labels: ['live'] } })).toMatchObject({ status: 200 });
    // Later than the changes above, so that they would have arrived.
    await control.first.createPrompt();
    await waitUntil(() => seenByControl?.count === 1, { what: 'a later change is announced', timeoutMs: 60_000 });

    expect(seen?.count).toBe(0);
  });
}
