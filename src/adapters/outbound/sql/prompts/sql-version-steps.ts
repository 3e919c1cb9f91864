import type { StoredVersion } from '../../../../application/ports/prompts/prompt-archive.ts';
import type { PublishedDraft } from '../../../../application/ports/prompts/prompt-writer.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { toDraftContent, toDraftRow } from '../../rows/prompt-row.ts';
import { DO_NOTHING, insertRows, OF_PROMPT } from '../insert-rows.ts';
import { statement } from '../sql-database.ts';
import { addContents } from './sql-content-steps.ts';
import { HAS_ID, inBatches, notBefore, PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

const ADD_VERSIONS = insertRows(
  'prompt_version',
  { ...OF_PROMPT, variables: "''", config: "''", body: "''" },
  {
    version: 'whole',
    type: 'text',
    hash: 'text',
    restored_from: 'whole',
    published_at: 'whole',
    message: 'text',
    content_digest: 'text',
  },
);

export function addVersions(key: PromptKey, versions: readonly StoredVersion[], quotas: Quotas): Step[] {
  const contents = versions.map(toDraftContent);
  const rows = versions.map((version, index) => {
    const { type, hash, restored_from, message } = toDraftRow(version);
    const digest = contents[index]?.digest ?? null;
    return [version.version, type, hash, restored_from, version.publishedAt.getTime(), message, digest];
  });
  const includes = versions.flatMap((version) => version.includes);
  return [
    ...addContents(key.owner, contents, quotas.contentBytes),
    ...inBatches(ADD_VERSIONS, key, rows),
    ...addIncludes(key, includes),
  ];
}

const ADD_INCLUDES = insertRows('prompt_include', OF_PROMPT, { target: 'text', target_name: 'text' }, DO_NOTHING);

export function addIncludes(key: PromptKey, includes: readonly IncludeTarget[]): Step[] {
  const names = new Map(includes.map((target) => [printIncludeTarget(target), target.name]));
  return inBatches(ADD_INCLUDES, key, [...names]);
}

const COUNT_UP = statement(
  `UPDATE prompt SET latest_version = latest_version + 1, latest_hash = :hash WHERE ${HAS_ID} AND latest_hash <> :hash`,
);
const ADD_COUNTED = statement(
  `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, restored_from, published_at, message,
     variables, config, body, content_digest)
   SELECT prompt.account_id, prompt.id, prompt.latest_version, :type, :hash, :restored_from,
     ${notBefore('previous.published_at')}, :message, '', '', '', :digest
   FROM prompt JOIN prompt_version AS previous
     ON previous.account_id = prompt.account_id AND previous.prompt_id = prompt.id
     AND previous.version = prompt.latest_version - 1
   WHERE ${PROMPT_HAS_ID} AND prompt.latest_version <= CAST(:versions_max AS BIGINT)
   RETURNING version, published_at`,
);

/** Numbers the draft, unless the latest version has its hash already. */
export function publish(key: PromptKey, draft: PublishedDraft, at: Date, quotas: Quotas): Step<'unchanged'>[] {
  const content = toDraftContent(draft);
  const bounds = { at: at.getTime(), versions_max: quotas.versionsPerPrompt };
  return [
    { statement: COUNT_UP, parameters: { ...key, hash: draft.hash }, rows: 1, rejection: 'unchanged' },
    {
      statement: ADD_COUNTED,
      parameters: { ...key, ...toDraftRow(draft), digest: content.digest, ...bounds },
      rows: 1,
      quota: 'versionsPerPrompt',
      returns: 'version',
      growth: 'content',
    },
    ...addContents(key.owner, [content], quotas.contentBytes),
    ...addIncludes(key, draft.includes),
  ];
}

const SET_LATEST = statement(`UPDATE prompt SET latest_version = :version, latest_hash = :hash WHERE ${HAS_ID}`);

export const setLatest = (key: PromptKey, { version, hash }: StoredVersion): Step => ({
  statement: SET_LATEST,
  parameters: { ...key, version, hash },
});
