import type { PromptCreation } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { folderOf } from '../../../../domain/naming/prompt-name.ts';
import { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { toDraftContent, toDraftRow } from '../../rows/prompt-row.ts';
import { newWriteId } from '../../rows/write-id.ts';
import { credentialParameters, HAS_CREDENTIAL, rejectionOf } from '../credential-guard.ts';
import { combineWrites, overRows, rowStatements, statement } from '../sql-database.ts';
import { recordCreation } from './sql-change-steps.ts';
import { addContent } from './sql-content-steps.ts';
import { addLabels } from './sql-label-steps.ts';
import { guardAccount } from './sql-precondition-steps.ts';
import { add, type Step, type Which } from './sql-prompt-steps.ts';
import { guardLabels } from './sql-protection-steps.ts';
import { addNewSearchTexts } from './sql-search-steps.ts';
import { addIncludes } from './sql-version-steps.ts';

/** A new prompt as it will be: everything about it is known, so that nothing has to be derived or read back. */
export function toNewPrompt({ owner, id, metadata, draft, labels, at }: PromptCreation): Prompt {
  const targets = labels.flatMap(({ label, to }) =>
    to === null ? [] : [[label, to === 'published' ? 1 : to] as const],
  );
  const sorted = new Map<Label, number>(targets.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return Prompt.of({
    ...metadata,
    id,
    owner,
    type: draft.content.type,
    labels: sorted,
    latestVersion: 1,
    latestHash: draft.hash,
    revision: 1,
    writeId: newWriteId(),
    createdAt: at,
    updatedAt: at,
  });
}

/** Writes a new prompt with its first version. In the order in which reasons to reject it are reported. */
export function createPrompt(
  prompt: Prompt,
  creation: PromptCreation,
  quotas: Quotas,
): Step<'unauthorized' | 'stale' | 'name-taken'>[] {
  const { owner, id, metadata, draft, labels, by, at, preconditions } = creation;
  const which = { owner, id };
  const content = toDraftContent(draft);
  const [count, store] = addContent(owner, content, quotas.contentBytes);
  const [countContent, unguarded] = combineWrites(count, [
    store,
    addNewSearchTexts(which, metadata, draft.content),
    ...addFacets(prompt),
    ...addLabels(which, labels, by, at),
    ...recordCreation(which, creation),
  ]);
  return [
    addToAccount(prompt, by),
    ...guardAccount(owner, preconditions),
    add(which, metadata, { ...draft, version: 1 }, prompt, prompt.labels),
    ...guardLabels(owner, labels, by),
    addFirstVersion(which, creation, content.digest, quotas),
    countContent,
    ...addIncludes(which, draft.includes),
    ...unguarded,
  ];
}

const ADD_TO_ACCOUNT = statement(
  `UPDATE account SET prompts_revision = prompts_revision + 1, prompts_write_id = :write_id,
     prompt_count = prompt_count + 1
   WHERE id = :owner AND ${HAS_CREDENTIAL}`,
);

/** Locks the account as `lockAccount` does, and counts the prompt. */
const addToAccount = ({ owner, writeId }: Prompt, by: Actor): Step<'unauthorized' | 'stale'> => ({
  statement: ADD_TO_ACCOUNT,
  parameters: { owner, write_id: writeId, ...credentialParameters(by) },
  rows: 1,
  rejection: rejectionOf(by),
});

/** The insert also checks that the account may have the prompt, which is counted already. */
const ADD_FIRST_VERSION = statement(
  `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, restored_from, published_at, message,
     variables, config, body, content_digest)
   SELECT id, CAST(:id AS TEXT), 1, CAST(:type AS TEXT), CAST(:hash AS TEXT), CAST(:restored_from AS BIGINT),
     CAST(:at AS BIGINT), CAST(:message AS TEXT), '', '', '', CAST(:digest AS TEXT)
   FROM account WHERE id = :owner AND prompt_count <= CAST(:prompts_max AS BIGINT)`,
);

const addFirstVersion = (which: Which, { draft, at }: PromptCreation, digest: string, { prompts }: Quotas): Step => ({
  statement: ADD_FIRST_VERSION,
  parameters: { ...which, ...toDraftRow(draft), at: at.getTime(), digest, prompts_max: prompts },
  rows: 1,
  quota: 'prompts',
});

const FACET_COLUMNS = 'account_id, prompt_id, kind, word, archived, name, updated_at';
/** Adds the facets that prompts are filtered by: the same rows as `finish` derives. */
const ADD_FACETS = rowStatements({
  sqlite: `INSERT INTO prompt_mark (${FACET_COLUMNS}) VALUES (:owner, :id, :kind, :word, :archived, :name, :updated_at)`,
  postgres: overRows(
    'facets',
    (facets) =>
      `INSERT INTO prompt_mark (${FACET_COLUMNS})
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), item.value ->> 0, item.value ->> 1, CAST(:archived AS INTEGER),
         CAST(:name AS TEXT), CAST(:updated_at AS BIGINT)
       FROM ${facets}`,
  ).postgres,
});

function addFacets({ owner, id, name, type, tags, labels, archived, updatedAt }: Prompt): Step[] {
  const facets = [
    ['type', type],
    ['folder', folderOf(name)],
    ...[...new Set(tags)].map((tag) => ['tag', tag]),
    ...[...labels.keys()].map((label) => ['label', label]),
  ] as const;
  const of = { owner, id, name, archived: archived ? 1 : 0, updated_at: updatedAt.getTime() };
  return facets.map(([kind, word], index) =>
    index === 0
      ? { statement: ADD_FACETS.first, parameters: { ...of, kind, word, facets: JSON.stringify(facets) } }
      : { statement: ADD_FACETS.next, parameters: { ...of, kind, word } },
  );
}
