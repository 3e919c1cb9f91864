import type { StoredVersion } from '../../../../application/ports/prompts/prompt-archive.ts';
import type { Preconditions, RevisionPreconditions } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { PromptMetadata } from '../../../../domain/prompts/prompt.ts';
import type { QuotaName } from '../../../../domain/prompts/quotas.ts';
import { toMetadataRow } from '../../rows/prompt-row.ts';
import { type Growth, type SqlValue, type Statement, statement, type Write } from '../sql-database.ts';
import { contentColumn, PROMPT_COLUMNS, VERSION_WITH_CONTENT } from './sql-prompt-columns.ts';

/** One guarded write of a change, with the outcome to report, or the quota exceeded, when its guard fails. */
export interface Step<Rejection extends string = never> extends Write {
  readonly rejection?: Rejection;
  /** The quota that its guard enforces. */
  readonly quota?: QuotaName;
  /** The kind of row that its RETURNING gives; `protected`: the labels for which it rejects the change. */
  readonly returns?: 'version' | 'move' | 'prompt' | 'digest' | 'protected';
}

/** The prompt that a change is about. A type, so that it can serve as parameters. */
export type PromptKey = { readonly owner: AccountId; readonly id: PromptId };

export const HAS_ID = 'account_id = :owner AND id = :id';
/** The same condition for statements in which another table has an id, too. */
export const PROMPT_HAS_ID = 'prompt.account_id = :owner AND prompt.id = :id';
export const HAS_PROMPT_ID = 'account_id = :owner AND prompt_id = :id';
export const VERSION_HAS_PROMPT_ID = 'prompt_version.account_id = :owner AND prompt_version.prompt_id = :id';

/** The time of the change, but never before another time, even when the clock was set back. */
export const notBefore = (other: string): string =>
  `CASE WHEN ${other} > CAST(:at AS BIGINT) THEN ${other} ELSE CAST(:at AS BIGINT) END`;

/** Matches whichever write it was if the id is null. */
const IS_LAST_WRITE = "COALESCE(write_id, '') = COALESCE(CAST(:write_id AS TEXT), write_id, '')";

const guardedBy = (text: string) => ({
  revision: statement(`${text} AND revision = :revision AND ${IS_LAST_WRITE}`),
  live: statement(`${text} AND archived = 0`),
});

/** The latest version has the variables and the config of the one that they were taken from, in most cases itself. */
const INHERITS = `(latest_version = :inherited_from OR EXISTS (
  SELECT 1 FROM (
    SELECT ${contentColumn('variables')} AS variables, ${contentColumn('config')} AS config FROM ${VERSION_WITH_CONTENT}
    WHERE ${VERSION_HAS_PROMPT_ID} AND prompt_version.version = :inherited_from
  ) AS inherited JOIN (
    SELECT prompt_version.version, ${contentColumn('variables')} AS variables, ${contentColumn('config')} AS config
    FROM ${VERSION_WITH_CONTENT} WHERE ${VERSION_HAS_PROMPT_ID}
  ) AS newest ON newest.variables = inherited.variables AND newest.config = inherited.config
  WHERE newest.version = prompt.latest_version))`;

/** The id of the write that has locked the account. */
export const THIS_WRITE = '(SELECT prompts_write_id FROM account WHERE account.id = :owner)';
const RAISE = `UPDATE prompt SET revision = revision + 1, write_id = ${THIS_WRITE}, updated_at = ${notBefore('updated_at')} WHERE ${HAS_ID}`;
const CHANGE = guardedBy(RAISE);
const CHANGE_INHERITING = guardedBy(`${RAISE} AND ${INHERITS}`);
const REMOVE = guardedBy(`DELETE FROM prompt WHERE ${HAS_ID}`);

export function change(key: PromptKey, preconditions: RevisionPreconditions, at: Date): Step<'stale'> {
  const { inheritedFrom } = preconditions;
  const parameters = { ...key, at: at.getTime() };
  if (inheritedFrom === undefined) return guarded(CHANGE, parameters, preconditions);
  return guarded(CHANGE_INHERITING, { ...parameters, inherited_from: inheritedFrom }, preconditions);
}

export const remove = (key: PromptKey, preconditions: Preconditions): Step<'stale'> =>
  guarded(REMOVE, key, preconditions);

function guarded(
  statements: ReturnType<typeof guardedBy>,
  parameters: Write['parameters'],
  { revision, writeId }: Preconditions,
): Step<'stale'> {
  const guard = { rows: 1, rejection: 'stale' } as const;
  if (revision === undefined) return { statement: statements.live, parameters, ...guard };
  return {
    statement: statements.revision,
    parameters: { ...parameters, revision, write_id: writeId ?? null },
    ...guard,
  };
}

const ADD = statement(
  `INSERT INTO prompt (account_id, id, name, folder, type, archived, latest_version, latest_hash,
     created_at, updated_at, tags, labels, description, write_id)
   VALUES (:owner, :id, :name, :folder, :type, :archived, :latest_version, :latest_hash,
     :created_at, :updated_at, :tags, '{}', :description,
     ${THIS_WRITE})
   ON CONFLICT (account_id, name) DO NOTHING`,
);

interface Times {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const add = (
  key: PromptKey,
  metadata: PromptMetadata,
  latest: Pick<StoredVersion, 'version' | 'content' | 'hash'>,
  { createdAt, updatedAt }: Times,
): Step<'name-taken'> => ({
  statement: ADD,
  parameters: {
    ...key,
    ...toMetadataRow(metadata),
    type: latest.content.type,
    latest_version: latest.version,
    latest_hash: latest.hash,
    created_at: createdAt.getTime(),
    updated_at: updatedAt.getTime(),
  },
  rows: 1,
  rejection: 'name-taken',
  growth: 'content',
});

/** The name cannot be taken in between: names change only while the account is locked. */
const SET_METADATA = statement(
  `UPDATE prompt SET name = :name, folder = :folder, description = :description, tags = :tags, archived = :archived
   WHERE ${HAS_ID} AND NOT EXISTS
     (SELECT 1 FROM prompt AS other WHERE other.account_id = :owner AND other.name = :name AND other.id <> :id)`,
);

export const setMetadata = (key: PromptKey, metadata: PromptMetadata): Step<'name-taken'> => ({
  statement: SET_METADATA,
  parameters: { ...key, ...toMetadataRow(metadata) },
  rows: 1,
  rejection: 'name-taken',
});

/** The facets that prompts are filtered by: type, folder, tags and labels. */
const DELETE_FACETS = statement(`DELETE FROM prompt_mark WHERE ${HAS_PROMPT_ID}`);
const addFacets = (tags: string): string =>
  `INSERT INTO prompt_mark (account_id, prompt_id, kind, word, archived, name, updated_at)
   SELECT prompt.account_id, prompt.id, facet.kind, facet.word, prompt.archived, prompt.name, prompt.updated_at
   FROM prompt CROSS JOIN (
     SELECT 'type' AS kind, type AS word FROM prompt WHERE ${HAS_ID}
     UNION ALL SELECT 'folder', folder FROM prompt WHERE ${HAS_ID}
     UNION ALL SELECT DISTINCT 'tag', item.value FROM prompt CROSS JOIN ${tags} WHERE ${PROMPT_HAS_ID}
     UNION ALL SELECT 'label', label FROM prompt_label WHERE ${HAS_PROMPT_ID}
   ) AS facet
   WHERE ${PROMPT_HAS_ID}`;
const ADD_FACETS = statement({
  sqlite: addFacets('json_each(prompt.tags) AS item'),
  postgres: addFacets('jsonb_array_elements_text(CAST(prompt.tags AS jsonb)) AS item(value)'),
});

const setLabels = (labels: string): string =>
  `UPDATE prompt SET labels = (SELECT ${labels} FROM prompt_label WHERE ${HAS_PROMPT_ID}) WHERE ${HAS_ID}
   RETURNING ${PROMPT_COLUMNS}`;
const SET_LABELS = statement({
  sqlite: setLabels('json_group_object(label, version ORDER BY label)'),
  postgres: setLabels("COALESCE(CAST(json_object_agg(label, version ORDER BY label) AS TEXT), '{}')"),
});

/** Comes last: updates what is derived from the rest, and returns the prompt as it is now. */
export const finish = (key: PromptKey): Step[] => [
  { statement: DELETE_FACETS, parameters: key },
  { statement: ADD_FACETS, parameters: key },
  { statement: SET_LABELS, parameters: key, returns: 'prompt' },
];

/** Few enough to stay far below the statement timeout, whatever their size. */
const BATCH_ROWS = 50;

export function inBatches(
  statement: Statement,
  parameters: Write['parameters'],
  rows: readonly (readonly SqlValue[])[],
  growth: Growth = 'content',
): Step[] {
  const batches = Math.ceil(rows.length / BATCH_ROWS);
  return Array.from({ length: batches }, (_, batch) => {
    const some = rows.slice(batch * BATCH_ROWS, (batch + 1) * BATCH_ROWS);
    return { statement, parameters: { ...parameters, rows: JSON.stringify(some) }, growth };
  });
}
