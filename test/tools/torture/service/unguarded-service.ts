import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfiguration } from '../../../../src/adapters/composition/configuration/configuration.ts';
import { dismantle, unlock } from '../../../../src/adapters/composition/wiring/compose.ts';
import { composeService } from '../../../../src/adapters/composition/wiring/compose-service.ts';
import { tokens } from '../../../../src/adapters/composition/wiring/tokens/tokens.ts';
import type { AccountRepository } from '../../../../src/application/ports/account-repository.ts';
import type { KeyStorage } from '../../../../src/application/ports/key-storage.ts';
import { KeyRotation } from '../../../../src/domain/accounts/key-rotation.ts';
import { SILENT_LOG } from '../../../support/service/silent-log.ts';
import type { RunningService } from './service-instances.ts';

const BUSY_MS = 100;

/** A broken storage that replaces the account's current key instead of comparing it with the presented one. */
function withoutComparing(keys: KeyStorage, accounts: AccountRepository): KeyStorage {
  return {
    findByDigest: (...holder) => keys.findByDigest(...holder),
    findWithRevision: (...holder) => keys.findWithRevision(...holder),
    findWithReading: (...holder) => keys.findWithReading(...holder),
    wasApplied: (rotation) => keys.wasApplied(rotation),
    reseal: (accountId, held, sealed) => keys.reseal(accountId, held, sealed),
    rotations: (accountId, page) => keys.rotations(accountId, page),
    apply: async ({ accountId, issued, origin }) => {
      // Lets other requests interleave, as they do when services run in separate processes.
      await delay(BUSY_MS);
      for (;;) {
        const account = await accounts.find(accountId);
        if (!account) return 'superseded';
        const blind = KeyRotation.of(accountId, account.key.digest, issued, origin);
        if ((await keys.apply(blind)) === 'applied') return 'applied';
      }
    },
  };
}

/** An in-process service on SQLite whose key rotation swaps without comparing. */
export async function startUnguardedService(folder: string): Promise<RunningService & AsyncDisposable> {
  const { configuration } = loadConfiguration({
    environment: {
      PROMPTHOLD_STORAGE_URL: `sqlite:${join(folder, 'prompthold.db')}`,
      PROMPTHOLD_KEYRING_FILE: join(folder, 'keyring.json'),
      PROMPTHOLD_HTTP_PORT: '0',
      PROMPTHOLD_HTTP_TRUST_PROXY: '1',
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
      PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '1000000',
    },
  });
  const container = await composeService(configuration, SILENT_LOG);
  await container.get(tokens.storageAdministration).migrate();
  await unlock(container, configuration);
  const unguarded = withoutComparing(container.get(tokens.keyStorage), container.get(tokens.accountRepository));
  container.rebind(tokens.keyStorage).toConstantValue(unguarded);

  const service = container.get(tokens.httpService);
  return {
    url: await service.listen(),
    exited: new Promise(() => {}),
    messages: '',
    signal: () => {},
    [Symbol.asyncDispose]: async () => {
      await service.drain();
      await dismantle(container);
    },
  };
}
