import type { PromptAddition, RestoredPrompt } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  LabelOrder,
  PromptCreation,
  PromptRevision,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { type ChangedField, type ChangeType, changedFields } from '../../../../domain/changes/change.ts';
import { type NetMove, toImportedMoves } from '../../../../domain/changes/imported-moves.ts';
import type { PromptMetadata } from '../../../../domain/prompts/prompt.ts';
import type { VersionDraft } from '../../../../domain/prompts/prompt-version.ts';
import type { ProtectionChange } from '../../../../domain/prompts/protected-labels.ts';
import { toExtra } from '../../rows/change-row.ts';
import { toMetadataRow } from '../../rows/prompt-row.ts';
import { overRows, statement } from '../sql-database.ts';
import { PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

/**
 * A change that a write makes, as far as it is known before the write. The statement that records it adds the rest: the
 * account's revision, the prompt's name, the label's previous version, the hash, and which fields a `prompt.changed`
 * changed. It records neither a `prompt.changed` without any, nor, unless it is `always` recorded, a label that already
 * points to its version.
 */
export interface ChangeEntry {
  readonly type: ChangeType;
  readonly label: string | null;
  /** `latest`: of the prompt, when the change is recorded. */
  readonly version: number | 'latest' | null;
  readonly message: string | null;
  /** The column `extra` as in change-row.ts. */
  readonly extra: string | null;
  readonly always?: true | undefined;
}

const EMPTY = { label: null, version: null, message: null, extra: null };
const IMPORTED = { imported: true } as const;

type Creation = Pick<PromptCreation, 'draft' | 'labels'>;

export const creationEntries = ({ draft, labels }: Creation): readonly ChangeEntry[] => [
  { ...EMPTY, type: 'prompt.created', version: 'latest', extra: toExtra({ type: draft.content.type }) },
  ...labels.map(toMoved),
];

type Revision = Pick<PromptRevision, 'metadata' | 'draft' | 'labels'>;

export const revisionEntries = ({ metadata, draft, labels }: Revision): readonly ChangeEntry[] => [
  ...(metadata ? [{ ...EMPTY, type: 'prompt.changed' } as const] : []),
  ...(draft ? [toPublished(draft)] : []),
  ...labels.map(toMoved),
];

export const removalEntries: readonly ChangeEntry[] = [{ ...EMPTY, type: 'prompt.deleted', version: 'latest' }];

export function restorationEntries({ versions, moves }: Pick<RestoredPrompt, 'versions' | 'moves'>) {
  const extra = toExtra({ type: versions[0].content.type, ...IMPORTED });
  const created: ChangeEntry = { ...EMPTY, type: 'prompt.created', version: 'latest', extra };
  return [created, ...toImportedMoves(moves, false).map(toImported)];
}

export function additionEntries({ versions, moves }: Pick<PromptAddition, 'versions' | 'moves'>) {
  const latest = versions.at(-1);
  const published = latest ? [toPublished(latest, IMPORTED)] : [];
  return [...published, ...toImportedMoves(moves, !latest).map(toImported)];
}

const toPublished = (
  { message, restoredFrom }: VersionDraft,
  imported: { readonly imported?: true } = {},
): ChangeEntry => ({
  type: 'version.published',
  label: null,
  version: 'latest',
  message,
  extra: toExtra({ ...(restoredFrom === null ? {} : { restoredFrom }), ...imported }),
});

const toMoved = ({ label, to, message, rollback, release, again }: LabelOrder): ChangeEntry => ({
  type: 'label.moved',
  label,
  version: to === 'published' ? 'latest' : to,
  message,
  extra: toExtra({ rollback, fingerprint: release?.fingerprint }),
  always: again,
});

const toImported = ({ label, version, message, fingerprint }: NetMove): ChangeEntry => ({
  type: 'label.moved',
  label,
  version,
  message,
  extra: toExtra({ fingerprint, ...IMPORTED }),
  always: true,
});

const isChanged = (field: ChangedField): string =>
  `prompt.${field} <> CAST(:${field} AS ${field === 'archived' ? 'INTEGER' : 'TEXT'})`;

/** JSON, in the order of the domain. Names need no escapes. */
const CHANGED_FIELDS = changedFields
  .map((field) => `CASE WHEN ${isChanged(field)} THEN ',"${field}"' ELSE '' END`)
  .join(' || ');
const CHANGED = `'{"changed":[' || SUBSTR(${CHANGED_FIELDS}, 2) || ']'
  || CASE WHEN ${isChanged('name')} THEN ',"previousName":"' || prompt.name || '"' ELSE '' END || '}'`;

const COLUMNS = `account_id, revision, n, type, at, prompt_id, name, label, version, previous, hash, by_channel, message,
  extra`;

/**
 * All changes of a write in one statement. Runs when versions are written, but before metadata and labels are: their rows
 * still show what they were.
 */
const RECORD = statement(
  overRows(
    'changes',
    (rows) =>
      `INSERT INTO change (${COLUMNS})
       SELECT entry.account_id, account.prompts_revision, entry.n, entry.type, CAST(:at AS BIGINT), entry.prompt_id,
         COALESCE(CAST(:name AS TEXT), entry.name), entry.label, entry.version, prompt_label.version,
         CASE WHEN entry.type IN ('version.published', 'label.moved') THEN target.hash END,
         CAST(:by AS TEXT), entry.message, entry.extra
       FROM (
         SELECT prompt.account_id, prompt.id AS prompt_id, prompt.name,
           CAST(item.value ->> 0 AS BIGINT) AS n, item.value ->> 1 AS type, item.value ->> 2 AS label,
           CASE WHEN item.value ->> 3 = 'latest' THEN prompt.latest_version
             ELSE CAST(item.value ->> 3 AS BIGINT) END AS version,
           item.value ->> 4 AS message, CAST(item.value ->> 6 AS BIGINT) AS always,
           CASE WHEN item.value ->> 1 = 'prompt.changed' THEN ${CHANGED} ELSE item.value ->> 5 END AS extra
         FROM prompt CROSS JOIN ${rows}
         WHERE ${PROMPT_HAS_ID}
           AND (item.value ->> 1 <> 'prompt.changed' OR ${changedFields.map(isChanged).join(' OR ')})
       ) AS entry
       JOIN account ON account.id = entry.account_id
       LEFT JOIN prompt_label ON prompt_label.account_id = entry.account_id
         AND prompt_label.prompt_id = entry.prompt_id AND prompt_label.label = entry.label
       LEFT JOIN prompt_version AS target ON target.account_id = entry.account_id
         AND target.prompt_id = entry.prompt_id AND target.version = entry.version
       WHERE entry.type <> 'label.moved' OR entry.always = 1
         OR prompt_label.version IS DISTINCT FROM entry.version`,
  ),
);

interface WriteOrigin {
  readonly by: Actor;
  readonly at: Date;
  /** The metadata that the same write sets. */
  readonly metadata?: PromptMetadata | undefined;
}

const NO_METADATA = { name: null, description: null, tags: null, archived: null };

/** The account's revision must be raised already, by `lockAccount`. */
export const recordChanges = (
  key: PromptKey,
  entries: readonly ChangeEntry[],
  { by, at, metadata }: WriteOrigin,
): Step => ({
  statement: RECORD,
  parameters: {
    ...key,
    ...(metadata ? toMetadataRow(metadata) : NO_METADATA),
    by: by.channel,
    at: at.getTime(),
    changes: JSON.stringify(entries.map(toRow)),
  },
  growth: 'history',
});

const toRow = ({ type, label, version, message, extra, always }: ChangeEntry, index: number) => [
  index + 1,
  type,
  label,
  version,
  message,
  extra,
  always ? 1 : 0,
];

const RECORD_PROTECTION = statement(
  `INSERT INTO change (account_id, revision, n, type, at, by_channel, extra)
   SELECT id, prompts_revision, 1, 'protection.changed', CAST(:at AS BIGINT), CAST(:by AS TEXT), CAST(:extra AS TEXT)
   FROM account WHERE id = :owner`,
);

/** The account's revision must be raised already, by `lockAccount`. */
export const recordProtection = (
  owner: AccountId,
  { labels, added, removed }: ProtectionChange,
  { by, at }: WriteOrigin,
): Step => ({
  statement: RECORD_PROTECTION,
  parameters: { owner, by: by.channel, at: at.getTime(), extra: toExtra({ labels, added, removed }) },
  growth: 'history',
});
