import { pino } from 'pino';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose, dismantle, unlock } from '../../../src/adapters/composition/wiring/compose.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import { Argon2PasswordHashing } from '../../../src/adapters/outbound/crypto/argon2-password-hashing.ts';
import type { PasswordHashing } from '../../../src/application/ports/hashing.ts';
import type { PasswordHash } from '../../../src/domain/accounts/account.ts';

export interface OpenedAccount {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly token: string;
}

/**
 * Opens accounts in this process, as `account create` would: starting a process takes a hundred times as long.
 * Accounts with the same password share its hash within a test file.
 */
export class AccountOpener {
  private constructor(private readonly container: Awaited<ReturnType<typeof compose>>) {}

  static async on(settings: Readonly<Record<string, string>>): Promise<AccountOpener> {
    const { configuration } = loadConfiguration({ environment: settings });
    const container = await compose(configuration, pino({ level: 'silent' }));
    await container.get(tokens.storage).storageAdministration.migrate();
    await unlock(container, configuration);
    const ports = container.get(tokens.ports);
    container.rebind(tokens.ports).toConstantValue({ ...ports, passwordHashing: hashOnce });
    return new AccountOpener(container);
  }

  async open(application: Pick<OpenedAccount, 'email' | 'name' | 'password'>): Promise<OpenedAccount> {
    const outcome = await this.container.get(tokens.useCases).openAccount.execute(application);
    if (outcome.kind !== 'opened') throw new Error(`opening an account failed: ${outcome.kind}`);
    const { account, key } = outcome;
    return { ...application, userId: account.id, token: key.reveal() };
  }

  close(): Promise<void> {
    return dismantle(this.container);
  }
}

const argon2 = new Argon2PasswordHashing();
const hashes = new Map<string, Promise<PasswordHash>>();

const hashOnce: PasswordHashing = {
  hash: (password) => {
    const text = password.reveal();
    const hash = hashes.get(text) ?? argon2.hash(password);
    hashes.set(text, hash);
    return hash;
  },
  verify: (password, hash) => argon2.verify(password, hash),
};
