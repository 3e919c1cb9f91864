import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { askRedis } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { aFolder } from '../../../support/service/test-resources.ts';
import { raceResets } from '../../../tools/torture/resets.ts';
import type { Rig } from '../../../tools/torture/round.ts';
import { torture } from '../../../tools/torture/run.ts';
import { Fleet } from '../../../tools/torture/service/fleet.ts';
import { startRig } from '../../../tools/torture/service/services.ts';
import { behindAddresses, type TorturedStorage } from '../../../tools/torture/service/tortured-storage.ts';
import { startUnguardedService } from '../../../tools/torture/service/unguarded-service.ts';

const LONG_ENOUGH_MS = 300_000;

/** Torture that finds nothing wrong proves something only if it would have. */
describe('what is broken on purpose is found', () => {
  it.runIf(wantedStorages().includes('redis'))(
    'in a Redis that forgets what it acknowledged when it is killed',
    async () => {
      const server = await startRedis({ args: ['--appendonly', 'no'] });
      const storage = await behindAddresses(server, 1);
      const rig = await startRig(storage, 1);
      onTestFinished(() => rig[Symbol.asyncDispose]());
      // Accounts and prompts are kept, so that only what clients are told during the trouble can be lost.
      const beforeTrouble = () => askRedis(server.url, 'SAVE');

      const plan = [{ kind: 'kill-storage', target: 0, afterMs: 0, durationMs: 50 } as const];

      const order = { histories: 2, seed: 'a', resetPairs: 0, probes: 0 };
      // The first is in what was saved.
      const { violations } = await torture({ ...rig, plan, beforeTrouble, versionsBeforeTrouble: 3 }, order);

      expect(violations.flatMap(({ sentences }) => sentences).join('\n')).toMatch(/not linearizable|was acknowledged/);
    },
    LONG_ENOUGH_MS,
  );

  describe.runIf(wantedStorages().includes('sqlite'))('in a storage that replaces a key without comparing', () => {
    const services: AsyncDisposable[] = [];
    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service[Symbol.asyncDispose]()));
    });

    async function unguardedRig(): Promise<Rig> {
      const folder = await aFolder();
      const fleet = await Fleet.start(2, async () => {
        const service = await startUnguardedService(folder);
        services.push(service);
        return service;
      });
      const storage: TorturedStorage = {
        url: '',
        addresses: [],
        urlFor: () => '',
        killAndRestart: undefined,
        dispose: async () => {},
      };
      return { fleet, storage, plan: [] };
    }

    it('by a pair of resets', async () => {
      const { fleet } = await unguardedRig();

      const { violations } = await raceResets(fleet, { pairs: 20, probes: 0, seed: 'a' }, () => {});

      expect(violations).toContain('a pair of resets at once was answered 200 and 200');
    });

    it(
      'by a history',
      async () => {
        const { violations } = await torture(await unguardedRig(), {
          histories: 4,
          seed: 'a',
          resetPairs: 0,
          probes: 0,
        });

        expect(violations.flatMap(({ sentences }) => sentences).join('\n')).toMatch(/key: not linearizable/);
      },
      LONG_ENOUGH_MS,
    );
  });
});
