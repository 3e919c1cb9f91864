import type { FullReading, PromptReading } from '../../../../application/ports/prompts/prompt-reader.ts';
import { LATEST, type Label } from '../../../../domain/naming/label.ts';
import type { PromptReference } from '../../../../domain/naming/prompt-name.ts';
import { DEFAULT_LABEL, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { fromPromptRow, fromVersionRow } from '../../rows/prompt-row.ts';
import { parseLabelLock } from '../../rows/release-row.ts';
import { nullableText } from '../../rows/row-fields.ts';
import type { Parameters, Row } from '../sql-database.ts';

/** The columns of a prompt, without those that only serve searches. */
export const PROMPT_COLUMNS = `prompt.account_id, prompt.latest_hash, prompt.id, prompt.name, prompt.type,
  prompt.archived, prompt.tags, prompt.labels, prompt.latest_version, prompt.revision, prompt.write_id,
  prompt.created_at, prompt.updated_at, prompt.description`;

type ContentColumn = 'variables' | 'config' | 'body';

/** A column that either the content or, in versions of 0.1, the version itself holds. */
export const contentColumn = (column: ContentColumn): string =>
  `COALESCE(prompt_content.${column}, prompt_version.${column})`;

/** The columns of a version without its content. It has the type of its prompt, so one row can hold both. */
export const SUMMARY_COLUMNS = `prompt_version.version, prompt_version.hash, prompt_version.restored_from,
  prompt_version.published_at, prompt_version.message, ${contentColumn('variables')} AS variables,
  ${contentColumn('config')} AS config`;

export const CONTENT_COLUMNS = `${SUMMARY_COLUMNS}, ${contentColumn('body')} AS body`;

/** The size of what a version contributes to a response. Neither database loads the content for this. */
export const VERSION_BYTES = `COALESCE(prompt_content.bytes, octet_length(prompt_version.body)
  + octet_length(prompt_version.variables) + octet_length(prompt_version.config))`;

export const MOVE_COLUMNS = 'label, version, previous, moved_at, moved_by, message, release';

/** Follows a FROM that names the version. All columns of the content are null for versions that hold their own. */
export const JOIN_CONTENT = `LEFT JOIN prompt_content
  ON prompt_content.account_id = prompt_version.account_id AND prompt_content.digest = prompt_version.content_digest`;

export const VERSION_WITH_CONTENT = `prompt_version ${JOIN_CONTENT}`;

const LABEL = `LEFT JOIN prompt_label
  ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
  AND prompt_label.label = :chosen_label`;

/** How each kind of choice finds its version: the join it needs, and the expressions for the version number, its label and its lock. */
export const VERSION_JOINS = {
  version: { join: '', version: 'CAST(:chosen_version AS BIGINT)', label: 'NULL', lock: 'NULL' },
  latest: { join: '', version: 'prompt.latest_version', label: 'NULL', lock: 'NULL' },
  label: { join: LABEL, version: 'prompt_label.version', label: 'prompt_label.label', lock: 'prompt_label.lock' },
  default: {
    join: LABEL,
    version: 'COALESCE(prompt_label.version, prompt.latest_version)',
    label: 'prompt_label.label',
    lock: 'prompt_label.lock',
  },
} as const;

export type VersionJoin = keyof typeof VERSION_JOINS;

/** Follows a FROM that names the prompt. The version's columns are null when the choice selects none. */
export const joinVersion = (join: VersionJoin): string => `${VERSION_JOINS[join].join}
  LEFT JOIN prompt_version
  ON prompt_version.account_id = prompt.account_id AND prompt_version.prompt_id = prompt.id
  AND prompt_version.version = ${VERSION_JOINS[join].version}
  ${JOIN_CONTENT}`;

export const eachJoin = <Made>(make: (join: VersionJoin) => Made): Readonly<Record<VersionJoin, Made>> => ({
  version: make('version'),
  latest: make('latest'),
  label: make('label'),
  default: make('default'),
});

export function joinFor(choice: VersionChoice): { readonly join: VersionJoin; readonly parameters: Parameters } {
  switch (choice.by) {
    case 'version':
      return { join: 'version', parameters: { chosen_version: choice.version } };
    case 'label':
      if (choice.label === LATEST) return { join: 'latest', parameters: {} };
      return { join: 'label', parameters: { chosen_label: choice.label } };
    case 'default':
      return { join: 'default', parameters: { chosen_label: DEFAULT_LABEL } };
  }
}

export const textOf = (reference: PromptReference): string => (reference.by === 'id' ? reference.id : reference.name);

export const labelIn = (value: unknown): Label | undefined => (value === null ? undefined : (String(value) as Label));

export const fromReadingRow = (row: Row): PromptReading => ({
  prompt: fromPromptRow(row),
  ...(row['version'] === null ? { version: undefined } : fromChosenRow(row)),
});

export const fromFullRow = (row: Row): FullReading => ({ prompt: fromPromptRow(row), version: fromVersionRow(row) });

/** A version with the lock of the label that selected it. */
export function fromChosenRow(row: Row) {
  const version = fromVersionRow(row);
  return { version, lock: parseLabelLock(nullableText(row, 'lock'), version.version) };
}
