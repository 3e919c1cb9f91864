import pg from 'pg';
import type { BaselineStorage } from './baseline-storage.ts';
import { sql } from './sql-texts.ts';
import { promptValues, versionValues } from './sqlite-baseline.ts';

const INT8 = 20;

export function postgresBaseline(url: string): BaselineStorage {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
  };
  const pool = new pg.Pool({ connectionString: url, types, max: 10 });

  /** A named query is prepared once per connection. */
  const query = (name: keyof typeof sql, values: unknown[]): pg.QueryConfig => ({ name, text: sql[name], values });
  const first = async (name: keyof typeof sql, values: unknown[]) => (await pool.query(query(name, values))).rows[0];

  const transact = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };

  return {
    accountByDigest: (digest) => first('ACCOUNT_BY_DIGEST', [digest]),
    promptsByName: async (...values) => (await pool.query(query('PROMPTS_BY_NAME', values))).rows,
    readHead: (accountId, name, label) => first('HEAD', [label, accountId, name]),
    read: (accountId, name, label) => first('READ', [label, accountId, name]),
    create: (accountId, prompt, version) =>
      transact(async (client) => {
        await client.query(query('RAISE_REVISION', [accountId]));
        await client.query(query('ADD_PROMPT', promptValues(accountId, prompt, version)));
        await client.query(query('ADD_VERSION', versionValues(accountId, prompt, version)));
      }),
    replaceKey: ({ accountId, retired, digest, sealed, at }) =>
      transact(async (client) => {
        const { rowCount } = await client.query(query('REPLACE_KEY', [digest, sealed, at, accountId, retired]));
        if (rowCount === 0) return false;
        await client.query(query('RECORD_ROTATION', [accountId]));
        return true;
      }),
  };
}
