import type { KeptVersion, Preconditions, PublishedDraft } from '../../../../application/ports/prompt-repository.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { PromptMetadata } from '../../../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../../../domain/prompts/prompt-version.ts';
import { toDraftRow, toMetadataRow } from '../../rows/prompt-row.ts';
import { statement, type Write } from '../sql-database.ts';
import { PROMPT_COLUMNS } from './sql-prompt-readings.ts';

/** One write of a change, with what the caller is told when it finds things otherwise than it must. */
export interface Step<Refusal extends string = never> extends Write {
  readonly refusal?: Refusal;
}

/** Which prompt a change is about. A type, so that it may serve as parameters. */
export type Which = { readonly owner: AccountId; readonly id: PromptId };

const THIS = 'account_id = :owner AND id = :id';
/** Where there is another table with an id. */
export const THIS_PROMPT = 'prompt.account_id = :owner AND prompt.id = :id';
export const OF_THIS = 'account_id = :owner AND prompt_id = :id';

/** A moment that does not lie before another one, whatever the clock does. */
export const notBefore = (other: string): string =>
  `CASE WHEN ${other} > CAST(:at AS BIGINT) THEN ${other} ELSE CAST(:at AS BIGINT) END`;

const TAKE_TURN = 'UPDATE account SET prompts_revision = prompts_revision + 1 WHERE id = :owner';
const TURN = {
  any: statement(TAKE_TURN),
  at: statement(`${TAKE_TURN} AND prompts_revision = :account_revision`),
};

/** Always first: it holds the account's row, and so every other change of its prompts, until this one is done. */
export function lockAccount(
  owner: AccountId,
  { accountRevision }: Pick<Preconditions, 'accountRevision'>,
): Step<'outdated'> {
  const guard = { rows: 1, refusal: 'outdated' } as const;
  if (accountRevision === undefined) return { statement: TURN.any, parameters: { owner }, ...guard };
  return { statement: TURN.at, parameters: { owner, account_revision: accountRevision }, ...guard };
}

const onPremise = (text: string) => ({
  revision: statement(`${text} AND revision = :revision`),
  live: statement(`${text} AND archived = 0`),
});

const CHANGE = onPremise(
  `UPDATE prompt SET revision = revision + 1, updated_at = ${notBefore('updated_at')} WHERE ${THIS}`,
);
const REMOVE = onPremise(`DELETE FROM prompt WHERE ${THIS}`);

export const change = (which: Which, preconditions: Preconditions, at: Date): Step<'outdated'> =>
  guarded(CHANGE, { ...which, at: at.getTime() }, preconditions);

export const remove = (which: Which, preconditions: Preconditions): Step<'outdated'> =>
  guarded(REMOVE, which, preconditions);

function guarded(
  statements: ReturnType<typeof onPremise>,
  parameters: Write['parameters'],
  { revision }: Preconditions,
): Step<'outdated'> {
  const guard = { rows: 1, refusal: 'outdated' } as const;
  if (revision === undefined) return { statement: statements.live, parameters, ...guard };
  return { statement: statements.revision, parameters: { ...parameters, revision }, ...guard };
}

const ADD = statement(
  `INSERT INTO prompt (account_id, id, name, folder, type, archived, latest_version, latest_hash,
     created_at, updated_at, tags, description, search)
   VALUES (:owner, :id, :name, :folder, :type, :archived, :latest_version, :latest_hash,
     :created_at, :updated_at, :tags, :description, :search)
   ON CONFLICT (account_id, name) DO NOTHING`,
);

interface Times {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const add = (
  which: Which,
  metadata: PromptMetadata,
  latest: KeptVersion,
  { createdAt, updatedAt }: Times,
): Step<'name-taken'> => ({
  statement: ADD,
  parameters: {
    ...which,
    ...toMetadataRow(metadata),
    type: latest.content.type,
    latest_version: latest.version,
    latest_hash: latest.hash,
    created_at: createdAt.getTime(),
    updated_at: updatedAt.getTime(),
  },
  rows: 1,
  refusal: 'name-taken',
});

/** Nobody can take the name in between: names change only in turns. */
const SET_METADATA = statement(
  `UPDATE prompt SET name = :name, folder = :folder, description = :description, tags = :tags, search = :search,
     archived = :archived
   WHERE ${THIS} AND NOT EXISTS
     (SELECT 1 FROM prompt AS other WHERE other.account_id = :owner AND other.name = :name AND other.id <> :id)`,
);

export const setMetadata = (which: Which, metadata: PromptMetadata): Step<'name-taken'> => ({
  statement: SET_METADATA,
  parameters: { ...which, ...toMetadataRow(metadata) },
  rows: 1,
  refusal: 'name-taken',
});

const COUNT_UP = statement(
  `UPDATE prompt SET latest_version = latest_version + 1, latest_hash = :hash WHERE ${THIS} AND latest_hash <> :hash`,
);
const ADD_COUNTED = statement(
  `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, restored_from, published_at, message,
     variables, config, body)
   SELECT prompt.account_id, prompt.id, prompt.latest_version, :type, :hash, :restored_from,
     ${notBefore('previous.published_at')}, :message, :variables, :config, :body
   FROM prompt JOIN prompt_version AS previous
     ON previous.account_id = prompt.account_id AND previous.prompt_id = prompt.id
     AND previous.version = prompt.latest_version - 1
   WHERE ${THIS_PROMPT}`,
);

export const publish = (which: Which, draft: PublishedDraft, at: Date): Step<'unchanged'>[] => [
  { statement: COUNT_UP, parameters: { ...which, hash: draft.hash }, rows: 1, refusal: 'unchanged' },
  { statement: ADD_COUNTED, parameters: { ...which, ...toDraftRow(draft), at: at.getTime() } },
];

const SET_LATEST = statement(`UPDATE prompt SET latest_version = :version, latest_hash = :hash WHERE ${THIS}`);

export const setLatest = (which: Which, version: number, hash: ContentHash): Step => ({
  statement: SET_LATEST,
  parameters: { ...which, version, hash },
});

const FORGET_MARKS = statement(`DELETE FROM prompt_mark WHERE ${OF_THIS}`);
const addMarks = (tags: string): string =>
  `INSERT INTO prompt_mark (account_id, prompt_id, kind, word, archived, name, updated_at)
   SELECT prompt.account_id, prompt.id, mark.kind, mark.word, prompt.archived, prompt.name, prompt.updated_at
   FROM prompt CROSS JOIN (
     SELECT 'type' AS kind, type AS word FROM prompt WHERE ${THIS}
     UNION ALL SELECT 'folder', folder FROM prompt WHERE ${THIS}
     UNION ALL SELECT DISTINCT 'tag', item.value FROM prompt CROSS JOIN ${tags} WHERE ${THIS_PROMPT}
     UNION ALL SELECT 'label', label FROM prompt_label WHERE ${OF_THIS}
   ) AS mark
   WHERE ${THIS_PROMPT}`;
const ADD_MARKS = statement({
  sqlite: addMarks('json_each(prompt.tags) AS item'),
  postgres: addMarks('jsonb_array_elements_text(CAST(prompt.tags AS jsonb)) AS item(value)'),
});

const showLabels = (labels: string): string =>
  `UPDATE prompt SET labels = (SELECT ${labels} FROM prompt_label WHERE ${OF_THIS}) WHERE ${THIS}
   RETURNING ${PROMPT_COLUMNS}`;
const SHOW_LABELS = statement({
  sqlite: showLabels('json_group_object(label, version ORDER BY label)'),
  postgres: showLabels("COALESCE(CAST(json_object_agg(label, version ORDER BY label) AS TEXT), '{}')"),
});

/** Always last: brings what follows from the rest up to date, and answers the prompt as it is now. */
export const finish = (which: Which): Step[] => [
  { statement: FORGET_MARKS, parameters: which },
  { statement: ADD_MARKS, parameters: which },
  { statement: SHOW_LABELS, parameters: which },
];
