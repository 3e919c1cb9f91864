import type { KeyringChecks, KeyringRegister } from '../../../application/ports/keyring-register.ts';
import { type SqlDatabase, statement } from './sql-database.ts';

const READ = statement('SELECT kid, value FROM keyring_check');
const RECORD = statement('INSERT INTO keyring_check (kid, value) VALUES (:kid, :value) ON CONFLICT (kid) DO NOTHING');

export class SqlKeyringRegister implements KeyringRegister {
  constructor(private readonly database: SqlDatabase) {}

  async checks(): Promise<KeyringChecks> {
    const rows = await this.database.all(READ, {});
    return new Map(rows.map(({ kid, value }) => [String(kid), String(value)]));
  }

  async record(checks: KeyringChecks): Promise<KeyringChecks> {
    await this.database.atomically(
      Array.from(checks, ([kid, value]) => ({ statement: RECORD, parameters: { kid, value } })),
    );
    return this.checks();
  }
}
