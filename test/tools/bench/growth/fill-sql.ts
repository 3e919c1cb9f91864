import Database from 'better-sqlite3';
import { Client } from 'pg';
import { type CopiedAccounts, copiedAccountId, FIRST_NUMBER, OWNER_EVERY } from './copied-accounts.ts';

/** The tables of a prompt's rows. */
const TABLES = ['prompt', 'prompt_content', 'prompt_version', 'prompt_label', 'label_move', 'prompt_mark'];

/** A connection to either database. The values are our own, so they may be part of the SQL text. */
interface Connection {
  columns(table: string): Promise<readonly string[]>;
  run(text: string): Promise<unknown>;
}

export async function fillSqlite(file: string, copies: CopiedAccounts): Promise<void> {
  const database = new Database(file);
  // The data is disposable, and with a large cache the write-ahead log does not outgrow the file.
  for (const pragma of ['synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -4000000']) database.pragma(pragma);
  await fill(
    {
      // Without generated columns, which cannot be copied.
      columns: async (table) =>
        (database.pragma(`table_info(${table})`) as readonly { readonly name: string }[]).map(({ name }) => name),
      run: async (text) => database.exec(text),
    },
    copies,
    'lower(hex(randomblob(32)))',
  );
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

export async function fillPostgres(url: string, copies: CopiedAccounts): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Skips foreign key checks: the copies reference the same kind of rows as the originals.
  await client.query("SET session_replication_role = replica; SET work_mem = '256MB'; SET synchronous_commit = off");
  await fill(
    {
      columns: async (table) => (await client.query(`SELECT * FROM ${table} LIMIT 0`)).fields.map(({ name }) => name),
      run: (text) => client.query(text),
    },
    copies,
    'md5(random()::text) || md5(random()::text)',
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function fill(connection: Connection, copies: CopiedAccounts, anyDigest: string): Promise<void> {
  const { templateId, accounts, digests } = copies;
  const others = without(await connection.columns('account'), ['id', 'email', 'key_digest']);
  await connection.run(
    `WITH RECURSIVE places(place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < ${accounts - 1})
     INSERT INTO account (id, email, key_digest, ${others})
     SELECT 'u_' || (${FIRST_NUMBER} + place) || '_bench0', 'bench' || place || '@example.com', ${anyDigest}, ${others}
     FROM places CROSS JOIN (SELECT * FROM account WHERE id = '${templateId}') AS template`,
  );
  for (const [place, digest] of digests) {
    await connection.run(`UPDATE account SET key_digest = '${digest}' WHERE id = '${copiedAccountId(place)}'`);
  }
  for (const table of TABLES) {
    const copied = without(await connection.columns(table), ['account_id']);
    await connection.run(
      `INSERT INTO ${table} (account_id, ${copied})
       SELECT owner, ${copied} FROM
         (SELECT id AS owner FROM account
          WHERE id LIKE 'u\\_%\\_bench0' ESCAPE '\\' AND CAST(SUBSTR(id, 3, 13) AS BIGINT) % ${OWNER_EVERY} = 0) AS owners
       CROSS JOIN (SELECT * FROM ${table} WHERE account_id = '${templateId}') AS template`,
    );
  }
}

const without = (columns: readonly string[], left: readonly string[]): string =>
  columns.filter((column) => !left.includes(column)).join(', ');
