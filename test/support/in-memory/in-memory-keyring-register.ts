import {
  type KeyringChecks,
  type KeyringHolder,
  type KeyringRegister,
  type KeyStanding,
  LOOKUP,
  type RegisteredKey,
  type RegisteredKeys,
} from '../../../src/application/ports/keyring-register.ts';

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryKeyringRegister implements KeyringRegister {
  readonly recorded = new Map<string, RegisteredKey>();
  private readonly announced = new Map<string, { readonly holder: KeyringHolder; readonly until: number }>();

  async keys(): Promise<RegisteredKeys> {
    return new Map(this.recorded);
  }

  async record(checks: KeyringChecks): Promise<RegisteredKeys> {
    for (const [kid, check] of checks) {
      if (!this.recorded.has(kid)) this.recorded.set(kid, { check, standing: 'open' });
    }
    return this.keys();
  }

  async change(kid: string, from: KeyStanding, to: KeyStanding) {
    const key = this.recorded.get(kid);
    if (key?.standing !== from) return 'superseded';
    this.recorded.set(kid, { ...key, standing: to });
    return 'changed';
  }

  async replace(former: string, checks: KeyringChecks) {
    if (this.recorded.get(LOOKUP)?.check !== former) return 'superseded';
    for (const [kid, key] of this.recorded) {
      if (['open', 'closed'].includes(key.standing)) this.recorded.set(kid, { ...key, standing: 'lost' });
    }
    for (const [kid, check] of checks) this.recorded.set(kid, { check, standing: 'open' });
    return 'replaced';
  }

  async announce(holder: KeyringHolder, forMs: number): Promise<void> {
    this.announced.set(holder.id, { holder, until: Date.now() + forMs });
  }

  async withdraw(holderId: string): Promise<void> {
    this.announced.delete(holderId);
  }

  async holders(): Promise<readonly KeyringHolder[]> {
    return [...this.announced.values()].filter(({ until }) => until > Date.now()).map(({ holder }) => holder);
  }
}
