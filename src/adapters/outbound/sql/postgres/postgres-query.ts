import pg from 'pg';
import type { Row } from '../sql-database.ts';

export interface PostgresQuery {
  /** Keeps the statement prepared on the connection. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: unknown[];
  /** Instead of the limit of the connection. */
  readonly timeoutMs?: number;
}

/** The driver would copy a config property by property, which takes longer than sending the query. */
class DriverQuery extends pg.Query {
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;

  constructor({ name, text, values, timeoutMs }: PostgresQuery) {
    super(text, values);
    this.name = name;
    this.query_timeout = timeoutMs;
  }
}

export const runQuery = (client: pg.ClientBase, query: PostgresQuery): Promise<pg.QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const settle = (error: Error | null, result: pg.QueryResult<Row>) => (error ? reject(error) : resolve(result));
    // The types know queries only without a callback.
    client.query(new DriverQuery(query) as unknown as pg.QueryConfig, settle);
  });
