import type { KeyringChecks, KeyringRegister } from '../../../application/ports/keyring-register.ts';
import type { RedisStore } from './redis-store.ts';

export class RedisKeyringRegister implements KeyringRegister {
  constructor(private readonly store: RedisStore) {}

  async checks(): Promise<KeyringChecks> {
    const values = await this.store.read((client) => client.hgetall(this.store.key('keyring')));
    return new Map(Object.entries(values));
  }

  async record(checks: KeyringChecks): Promise<KeyringChecks> {
    for (const [kid, value] of checks) {
      await this.store.write((pipeline) => pipeline.hsetnx(this.store.key('keyring'), kid, value));
    }
    return this.checks();
  }
}
