import type { StoredVersion } from '../../../../application/ports/prompts/prompt-archive.ts';
import type { PublishedDraft } from '../../../../application/ports/prompts/prompt-writer.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { toDraftContent, toDraftRow } from '../../rows/prompt-row.ts';
import { overRows, statement } from '../sql-database.ts';
import { addContents } from './sql-content-steps.ts';
import { HAS_ID, inBatches, notBefore, PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

const ADD_VERSIONS = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, restored_from, published_at, message,
         variables, config, body, content_digest)
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), CAST(item.value ->> 0 AS BIGINT), item.value ->> 1,
         item.value ->> 2, CAST(item.value ->> 3 AS BIGINT), CAST(item.value ->> 4 AS BIGINT), item.value ->> 5,
         '', '', '', item.value ->> 6
       FROM ${rows}`,
  ),
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

const ADD_INCLUDES = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO prompt_include (account_id, prompt_id, target, target_name)
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), item.value ->> 0, item.value ->> 1
       FROM ${rows} WHERE TRUE
       ON CONFLICT (account_id, prompt_id, target) DO NOTHING`,
  ),
);

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
