import type { FullReading, PromptReading } from '../../../../application/ports/prompt-repository.ts';
import { LATEST } from '../../../../domain/prompts/naming/label.ts';
import { DEFAULT_LABEL, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { fromPromptRow, fromVersionRow } from '../../rows/prompt-row.ts';
import type { Parameters, Row } from '../sql-database.ts';

/** Without those that serve for finding only. */
export const PROMPT_COLUMNS = `prompt.account_id, prompt.id, prompt.name, prompt.type, prompt.archived, prompt.tags,
  prompt.labels, prompt.latest_version, prompt.latest_hash, prompt.revision, prompt.created_at, prompt.updated_at,
  prompt.description`;

/** Without the words. A version is of its prompt's type, so that one row can hold the two. */
export const SUMMARY_COLUMNS = `prompt_version.version, prompt_version.hash, prompt_version.restored_from,
  prompt_version.published_at, prompt_version.message, prompt_version.variables, prompt_version.config`;

export const CONTENT_COLUMNS = `${SUMMARY_COLUMNS}, prompt_version.body`;

export const MOVE_COLUMNS = 'label, version, previous, moved_at, moved_by, message';

const LABEL = `LEFT JOIN prompt_label
  ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
  AND prompt_label.label = :chosen_label`;

/** How a choice finds its version: what has to be joined for it, and the number it comes to. */
export const WAYS = {
  version: { join: '', version: 'CAST(:chosen_version AS BIGINT)' },
  latest: { join: '', version: 'prompt.latest_version' },
  label: { join: LABEL, version: 'prompt_label.version' },
  default: { join: LABEL, version: 'COALESCE(prompt_label.version, prompt.latest_version)' },
} as const;

export type Way = keyof typeof WAYS;

/** Behind a FROM that names the prompt. The version's columns are null where the choice leads to none. */
export const joinVersion = (way: Way): string => `${WAYS[way].join}
  LEFT JOIN prompt_version
  ON prompt_version.account_id = prompt.account_id AND prompt_version.prompt_id = prompt.id
  AND prompt_version.version = ${WAYS[way].version}`;

export function wayOf(choice: VersionChoice): { readonly way: Way; readonly chosen: Parameters } {
  switch (choice.by) {
    case 'version':
      return { way: 'version', chosen: { chosen_version: choice.version } };
    case 'label':
      if (choice.label === LATEST) return { way: 'latest', chosen: {} };
      return { way: 'label', chosen: { chosen_label: choice.label } };
    case 'default':
      return { way: 'default', chosen: { chosen_label: DEFAULT_LABEL } };
  }
}

export const fromReadingRow = (row: Row): PromptReading => ({
  prompt: fromPromptRow(row),
  version: row['version'] === null ? undefined : fromVersionRow(row),
});

export const fromFullRow = (row: Row): FullReading => ({ prompt: fromPromptRow(row), version: fromVersionRow(row) });
