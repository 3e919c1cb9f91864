import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { MakeCounter } from '../../throttle/rate-limited-sign-ins.ts';
import {
  type Parameters,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type Statement,
  statement,
} from '../sql-database.ts';

/** The only kind of call that the library makes to a Postgres client. */
interface PostgresQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The library's Postgres statements are also valid SQLite, so both databases run them. */
export function sqlCounters(database: SqlDatabase): MakeCounter {
  const storeClient = new PostgresClientAdapter(database);
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'client',
      tableName: 'sign_in_attempt',
      tableCreated: true,
    });
}

/** Looks like a Postgres client to the library. */
class PostgresClientAdapter {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: SqlDatabase) {}

  async query({ text, values }: PostgresQuery): Promise<{ rows: readonly Row[]; rowCount: number }> {
    const parameters = Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]));
    const rows = await this.run(this.statement(text), parameters);
    return { rows, rowCount: rows.length };
  }

  private run(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    // Reading a counter needs no lock, and must not wait for one.
    if (statement.sqlite.startsWith('SELECT')) return this.database.all(statement, parameters);
    return this.database.writeRelaxed({ statement, parameters });
  }

  private statement(text: string): Statement {
    let known = this.statements.get(text);
    if (!known) {
      known = statement(
        text
          .trim()
          .replace(/;$/, '')
          .replace(/\$(\d+)/g, ':p$1'),
      );
      this.statements.set(text, known);
    }
    return known;
  }
}
