import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { runRedisCommand } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { raceResets } from '../../../tools/torture/race-resets.ts';
import type { SystemUnderTest } from '../../../tools/torture/round.ts';
import { torture } from '../../../tools/torture/run.ts';
import { ServiceInstances } from '../../../tools/torture/service/service-instances.ts';
import { startSystem } from '../../../tools/torture/service/start-system.ts';
import { type StorageUnderTest, withProxies } from '../../../tools/torture/service/storage-under-test.ts';
import { type Defect, startUnguardedService } from '../../../tools/torture/service/unguarded-service.ts';

const TIMEOUT_MS = 300_000;
/** Enough for streams to be open while the key is reset and other versions are published. */
const VERSIONS = 10;

/** A run without violations proves something only if the tool would have found one. */
describe('torture detects a deliberate defect', () => {
  it.runIf(wantedStorages().includes('redis'))(
    'in a Redis that loses acknowledged writes when it is killed',
    async () => {
      const server = await startRedis({ args: ['--appendonly', 'no'] });
      const storage = await withProxies(server, 1);
      const system = await startSystem(storage, 1);
      onTestFinished(() => system[Symbol.asyncDispose]());
      // Accounts and prompts are saved, so that only writes acknowledged during the faults can be lost.
      const beforeFaults = () => runRedisCommand(server.url, 'SAVE');

      const plan = [{ kind: 'kill-storage', target: 0, afterMs: 0, durationMs: 50 } as const];

      const options = { histories: 2, seed: 'a', resetPairs: 0, probes: 0 };
      // The first version was saved.
      const { violations } = await torture({ ...system, plan, beforeFaults, versionsBeforeFaults: 3 }, options);

      expect(violations.flatMap(({ messages }) => messages).join('\n')).toMatch(/not linearizable|was acknowledged/);
    },
    TIMEOUT_MS,
  );

  describe.runIf(wantedStorages().includes('sqlite'))('in a service that omits a check', () => {
    const services: AsyncDisposable[] = [];
    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service[Symbol.asyncDispose]()));
    });

    async function startUnguardedSystem(defect: Defect): Promise<SystemUnderTest> {
      const folder = await createTestFolder();
      const instances = await ServiceInstances.start(2, async () => {
        const service = await startUnguardedService(folder, defect);
        services.push(service);
        return service;
      });
      const storage: StorageUnderTest = {
        url: '',
        proxies: [],
        urlFor: () => '',
        killAndRestart: undefined,
        dispose: async () => {},
      };
      return { instances, storage, plan: [] };
    }

    async function findViolations(defect: Defect): Promise<string> {
      const options = { histories: 4, seed: 'a', resetPairs: 0, probes: 0 };
      const system = await startUnguardedSystem(defect);
      const { violations } = await torture({ ...system, versionsBeforeFaults: VERSIONS }, options);
      return violations.flatMap(({ messages }) => messages).join('\n');
    }

    it('of a reset, with a pair of concurrent resets', async () => {
      const { instances } = await startUnguardedSystem('reset');

      const { violations } = await raceResets(instances, { pairs: 20, probes: 0, seed: 'a' }, () => {});

      expect(violations).toContain('two concurrent resets got 200 and 200');
    });

    it(
      'of a reset, with a history',
      async () => {
        expect(await findViolations('reset')).toMatch(/^key: not linearizable/m);
      },
      TIMEOUT_MS,
    );

    it(
      'of a locked include, with a history of its releases',
      async () => {
        expect(await findViolations('lock')).toMatch(/^"whole .* was served with .*, which no move released$/m);
      },
      TIMEOUT_MS,
    );

    it.each(['write', 'stream'] as const)(
      'of a %s that is open during a reset, with a history of the key together with its prompt',
      async (defect) => {
        const violations = await findViolations(defect);

        expect(violations).toMatch(/^key, labels and versions: not linearizable/m);
        // Each of the two, judged by itself, is without fault.
        expect(violations).not.toMatch(/^(key|labels and versions): /m);
      },
      TIMEOUT_MS,
    );
  });
});
