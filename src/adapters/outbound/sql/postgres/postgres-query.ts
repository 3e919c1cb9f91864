import type pg from 'pg';
import type { Row } from '../sql-database.ts';

/** A query of the driver. The connection keeps the plan of one that has a name. */
export interface PostgresQuery extends pg.QueryConfig {
  /** In milliseconds, instead of the limit of the connection. The types know it for connections only. */
  readonly query_timeout?: number;
}

export const runQuery = (client: pg.ClientBase, query: PostgresQuery): Promise<pg.QueryResult<Row>> =>
  client.query<Row>(query);
