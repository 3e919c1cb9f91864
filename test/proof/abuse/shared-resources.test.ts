import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Api, times } from '../../adapters/http/support/api.ts';
import { WebhookClient } from '../../adapters/http/webhooks/webhook-client.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { MISBEHAVIORS, RawReceiver } from '../../support/webhooks/raw-receiver.ts';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { AbuseClient } from './abuse-client.ts';
import { attacks } from './attacks.ts';

const SETTINGS = {
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  PROMPTHOLD_LOG_LEVEL: 'warn',
  PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
  PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
};
const KIB = 1024;
/** Above the size from which a body or a response needs a share of the memory for all. */
const LARGE_CONTENT = 'x'.repeat(64 * KIB);
/** Above the size from which an import needs the only place for imports. */
const LARGE_IMPORT = 256 * KIB;
const CALLS = 20;
const IMPORTS = 5;
const PAUSE_MS = 50;
/** As many as an account may have. */
const WEBHOOKS = 10;
const DELIVERIES = 3;

/** Refused or limited by the service itself, whatever the storage. */
const STORAGES = realStorages.filter(({ name }) => name === 'sqlite');

describe.each(STORAGES)('what others share with accounts at their worst on $name', ({ fresh }) => {
  async function start() {
    const installation = await createTestInstallation(fresh, SETTINGS);
    const service = await installation.serve();
    const api = new Api(service.url);
    return { service, api, victim: await WebhookClient.open(api) };
  }

  /** All clients of an attack strike, shared among accounts, until the test ends. */
  async function strike(name: string, api: Api, port: number, accounts: number): Promise<void> {
    const attack = attacks.find((one) => one.name === name);
    if (!attack) throw new Error(`there is no attack called ${name}`);
    const end = new AbortController();
    const clients = await Promise.all(
      times(accounts, async () => new AbuseClient(port, (await api.openAccount()).token)),
    );
    const strikeUntilTheEnd = async (index: number) => {
      const client = clients[index % accounts];
      for (let step = 0; client && !end.signal.aborted; step += 1) {
        await attack.strike(client, step, end.signal);
        await delay(PAUSE_MS);
      }
    };
    const striking = times(attack.clients, strikeUntilTheEnd);
    onTestFinished(async () => {
      end.abort();
      for (const client of clients) client.dispose();
      await Promise.all(striking);
    });
  }

  it.each(['half-sent lines of imports', 'half-sent imports'])(
    'leaves others memory for their bodies and responses, while two accounts hold %s',
    async (name) => {
      const { service, api, victim } = await start();
      await victim.change('large', { content: LARGE_CONTENT });
      await strike(name, api, service.port, 2);

      const statuses: number[] = [];
      for (let index = 0; index < CALLS; index += 1) {
        statuses.push((await victim.call('GET', '/prompts/large')).status);
        statuses.push((await victim.call('PUT', '/prompts/large', { content: `${LARGE_CONTENT}${index}` })).status);
        await delay(PAUSE_MS);
      }

      expect(statuses).toEqual(Array(2 * CALLS).fill(200));
    },
  );

  it('leaves others the place for imports, while one account sends one after the other', async () => {
    const { service, api, victim } = await start();
    await strike('imports of 32 MiB of {}', api, service.port, 1);

    const statuses: number[] = [];
    for (let index = 0; index < IMPORTS; index += 1) {
      const body = `${JSON.stringify({ data: { format: 'prompthold-export', version: 1, prompts: [] } })}${' '.repeat(LARGE_IMPORT)}`;
      const headers = { 'Content-Type': 'application/json' };
      statuses.push((await api.call('POST', '/api/import', { key: victim.owner.token, headers, body })).status);
    }

    expect(statuses).toEqual(Array(IMPORTS).fill(200));
  });

  it('delivers to others, while five accounts have receivers that hold every attempt to its timeout', async () => {
    const { service, api, victim } = await start();
    const silent = await RawReceiver.start(() => {});
    for (const attacker of await Promise.all(times(5, () => WebhookClient.open(api)))) {
      for (let index = 0; index < WEBHOOKS; index += 1) {
        await attacker.create(silent.url);
        await attacker.change(`attack-${index}`);
      }
    }
    await expect.poll(() => silent.openCount).toBeGreaterThanOrEqual(8);
    const receiver = await WebhookReceiver.start();
    await victim.create(receiver.url);

    await victim.change('delivered');
    await receiver.received(1);

    // It did not wait for a slot until one of their attempts had ended.
    expect(silent.openCount).toBe(silent.acceptedCount);
    expect(await service.stop()).toBe(0);
  });

  it('delivers to others, while five accounts have receivers that misbehave in every way', async () => {
    const { service, api, victim } = await start();
    const receivers = await Promise.all(Object.values(MISBEHAVIORS).map((handle) => RawReceiver.start(handle)));
    for (const attacker of await Promise.all(times(5, () => WebhookClient.open(api)))) {
      for (const { url } of receivers.slice(0, WEBHOOKS)) await attacker.create(url);
      for (const change of times(10, (index) => `attack-${index}`)) await attacker.change(change);
    }
    const receiver = await WebhookReceiver.start();
    await victim.create(receiver.url);

    for (let index = 0; index < DELIVERIES; index += 1) {
      await victim.change(`delivered-${index}`);
      await receiver.received(index + 1);
    }

    expect(await service.stop()).toBe(0);
  });
});
