import { pino } from 'pino';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose, dismantle, unlock } from '../../../src/adapters/composition/wiring/compose.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import type { PasswordHash } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { serviceEnvironment, type Target } from '../../tools/bench/measured-process.ts';

/** Directly in the storage, without hashing passwords: a thousand of them would take minutes. */
export async function openAccounts(target: Target, count: number): Promise<readonly string[]> {
  const { configuration } = loadConfiguration({ environment: serviceEnvironment(target) });
  const container = await compose(configuration, pino({ level: 'silent' }));
  try {
    // Waits for the connection, too.
    await container.get(tokens.storage).storageAdministration.migrate();
    await unlock(container, configuration);
    const ports = container.get(tokens.ports);
    container.rebind(tokens.ports).toConstantValue({
      ...ports,
      passwordHashing: { hash: async () => 'none' as PasswordHash, verify: async () => 'wrong' },
    });
    const keys: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const account = { email: `stream${index}@example.com`, name: 'Stream', password: 'correct horse battery' };
      const outcome = await container.get(tokens.useCases).openAccount.execute(account);
      invariant(outcome.kind === 'opened', 'the account is new');
      keys.push(outcome.key.reveal());
    }
    return keys;
  } finally {
    await dismantle(container);
  }
}
