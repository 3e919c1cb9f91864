import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Quotas, StorageUse } from '../../../../domain/prompts/quotas.ts';
import { type ContentRow, distinctContents } from '../../rows/content-row.ts';
import { DO_NOTHING, insertRows, OF_OWNER } from '../insert-rows.ts';
import { overRows, type Row, type SqlDatabase, statement } from '../sql-database.ts';
import { inBatches, type PromptKey, type Step } from './sql-prompt-steps.ts';

const COUNT_PROMPT = statement(
  'UPDATE account SET prompt_count = prompt_count + 1 WHERE id = :owner AND prompt_count < CAST(:prompts_max AS BIGINT)',
);

export const countPrompt = (owner: AccountId, { prompts }: Quotas): Step => ({
  statement: COUNT_PROMPT,
  parameters: { owner, prompts_max: prompts },
  rows: 1,
  quota: 'prompts',
});

/** Counts content that is not stored yet. What adds nothing is never refused, even when the quota was lowered. */
const COUNT_CONTENTS = statement(
  overRows(
    'sizes',
    (sizes) =>
      `UPDATE account SET content_bytes = content_bytes + added.bytes
       FROM (SELECT CAST(COALESCE(SUM(CAST(item.value ->> 1 AS BIGINT)), 0) AS BIGINT) AS bytes FROM ${sizes}
         WHERE NOT EXISTS (SELECT 1 FROM prompt_content
           WHERE prompt_content.account_id = :owner AND prompt_content.digest = item.value ->> 0)) AS added
       WHERE id = :owner AND (added.bytes = 0 OR content_bytes + added.bytes <= CAST(:content_bytes_max AS BIGINT))`,
  ),
);
const ADD_CONTENTS = insertRows(
  'prompt_content',
  OF_OWNER,
  { digest: 'text', bytes: 'whole', variables: 'text', config: 'text', body: 'text' },
  DO_NOTHING,
);

/** Stores the contents that the account does not have yet. Its account must be locked. */
export function addContents(owner: AccountId, given: readonly ContentRow[], bytesMax: number): Step[] {
  const contents = distinctContents(given);
  const sizes = JSON.stringify(contents.map(({ digest, bytes }) => [digest, bytes]));
  const rows = contents.map(({ digest, bytes, variables, config, body }) => [digest, bytes, variables, config, body]);
  return [
    {
      statement: COUNT_CONTENTS,
      parameters: { owner, sizes, content_bytes_max: bytesMax },
      rows: 1,
      quota: 'contentBytes',
    },
    ...inBatches(ADD_CONTENTS, { owner }, rows),
  ];
}

/** The bytes of versions of 0.1, which hold their content themselves. */
export const OWN_BYTES = 'octet_length(variables) + octet_length(config) + octet_length(body)';

const DIGESTS = statement(
  `SELECT DISTINCT content_digest FROM prompt_version
   WHERE account_id = :owner AND prompt_id = :id AND content_digest IS NOT NULL`,
);
const UNCOUNT_PROMPT = statement(
  `UPDATE account SET prompt_count = prompt_count - 1, content_bytes = content_bytes - own.bytes
   FROM (SELECT CAST(COALESCE(SUM(${OWN_BYTES}), 0) AS BIGINT) AS bytes FROM prompt_version
       WHERE account_id = :owner AND prompt_id = :id AND content_digest IS NULL) AS own
   WHERE account.id = :owner`,
);

/** Comes before the prompt itself is removed, with its versions. Returns the digests of its contents. */
export const uncountPrompt = (key: PromptKey): Step[] => [
  { statement: DIGESTS, parameters: key, returns: 'digest' },
  { statement: UNCOUNT_PROMPT, parameters: key },
];

const LOCK = statement({
  sqlite: 'SELECT id FROM account WHERE id = :owner',
  postgres: 'SELECT id FROM account WHERE id = :owner FOR UPDATE',
});
const unusedIn = (rows: string): string => `prompt_content.account_id = :owner
  AND prompt_content.digest IN (SELECT item.value ->> 0 FROM ${rows})
  AND NOT EXISTS (SELECT 1 FROM prompt_version WHERE prompt_version.account_id = :owner
    AND prompt_version.content_digest = prompt_content.digest)`;
const UNCOUNT_UNUSED = statement(
  overRows(
    'rows',
    (rows) =>
      `UPDATE account SET content_bytes = content_bytes - unused.bytes
       FROM (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes FROM prompt_content WHERE ${unusedIn(rows)}) AS unused
       WHERE account.id = :owner`,
  ),
);
const REMOVE_UNUSED = statement(overRows('rows', (rows) => `DELETE FROM prompt_content WHERE ${unusedIn(rows)}`));

/** SQLite reads every page that it frees: a gigabyte in one transaction would block all other requests for a second. */
const REMOVED_BATCH = 32;

/**
 * Removes those of the contents that no version has. Each counts until it is removed, so that the count is right even if
 * this is interrupted; then `storage check` removes the rest.
 */
export async function removeUnused(database: SqlDatabase, owner: AccountId, digests: readonly string[]): Promise<void> {
  for (let index = 0; index < digests.length; index += REMOVED_BATCH) {
    const rows = JSON.stringify(digests.slice(index, index + REMOVED_BATCH).map((digest) => [digest]));
    await database.atomically([
      { statement: LOCK, parameters: { owner } },
      { statement: UNCOUNT_UNUSED, parameters: { owner, rows } },
      { statement: REMOVE_UNUSED, parameters: { owner, rows } },
    ]);
  }
}

const NEW_CONTENTS = statement(
  overRows(
    'digests',
    (digests) =>
      `SELECT item.value ->> 0 AS digest FROM ${digests}
       WHERE NOT EXISTS (SELECT 1 FROM prompt_content
         WHERE prompt_content.account_id = :owner AND prompt_content.digest = item.value ->> 0)`,
  ),
);

/** Returns the contents that the account does not have yet. */
export async function findNewContents(
  database: SqlDatabase,
  owner: AccountId,
  given: readonly ContentRow[],
): Promise<readonly ContentRow[]> {
  const contents = distinctContents(given);
  const digests = JSON.stringify(contents.map(({ digest }) => [digest]));
  const rows = await database.all(NEW_CONTENTS, { owner, digests });
  const added = new Set(rows.map(({ digest }) => digest));
  return contents.filter(({ digest }) => added.has(digest));
}

const USE = statement('SELECT prompt_count, content_bytes FROM account WHERE id = :owner');

/** Returns no use for an account that does not exist. */
export async function readUse(database: SqlDatabase, owner: AccountId): Promise<StorageUse> {
  const row: Row = (await database.first(USE, { owner })) ?? {};
  return { prompts: Number(row['prompt_count'] ?? 0), contentBytes: Number(row['content_bytes'] ?? 0) };
}
