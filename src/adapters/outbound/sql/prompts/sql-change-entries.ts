import type { PromptAddition, RestoredPrompt } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  LabelOrder,
  PromptCreation,
  PromptRevision,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { ChangeType } from '../../../../domain/changes/change.ts';
import { type NetMove, toImportedMoves } from '../../../../domain/changes/imported-moves.ts';
import type { VersionDraft } from '../../../../domain/prompts/prompt-version.ts';
import { toExtra } from '../../rows/change-row.ts';

/**
 * A change that a write makes, as far as it is known before the write. The statement that records it adds the rest: the
 * account's revision, the prompt's name, the label's previous version, the hash, and which fields a `prompt.changed`
 * changed. It records neither a `prompt.changed` without any, nor a label that already points to its version.
 */
export interface ChangeEntry {
  readonly type: ChangeType;
  readonly label: string | null;
  /** `latest`: of the prompt, when the change is recorded. */
  readonly version: number | 'latest' | null;
  readonly message: string | null;
  /** As in change-row.ts. */
  readonly extra: string | null;
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

const toMoved = ({ label, to, message }: LabelOrder): ChangeEntry => ({
  type: 'label.moved',
  label,
  version: to === 'published' ? 'latest' : to,
  message,
  extra: null,
});

const toImported = ({ label, version, message }: NetMove): ChangeEntry => ({
  type: 'label.moved',
  label,
  version,
  message,
  extra: toExtra(IMPORTED),
});
