import type { RestoredPrompt, StoredVersion } from '../../../../application/ports/prompts/prompt-archive.ts';
import type { LabelOrder, RevisionPreconditions } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { NetMove } from '../../../../domain/changes/imported-moves.ts';
import type { Channel } from '../../../../domain/channel.ts';
import { LATEST } from '../../../../domain/naming/label.ts';
import type { PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import { DEFAULT_LABEL, type PromptMetadata, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { VersionDraft } from '../../../../domain/prompts/prompt-version.ts';
import { toExtra } from '../../rows/change-row.ts';
import type { ContentRow } from '../../rows/content-row.ts';
import { toDraftContent, toDraftRow, toMetadataRow } from '../../rows/prompt-row.ts';
import { toLockText, toOrderRelease, toReleaseText } from '../../rows/release-row.ts';
import type { Values } from '../connection/redis-store.ts';
import { LABEL_FIELD, listOf } from './prompt-keys.ts';
import { printInclude } from './prompt-replies.ts';

export const preconditionValues = ({
  accountRevision,
  notIncluded,
  prompts = [],
  labels = [],
  ...prompt
}: RevisionPreconditions): Values => [
  accountRevision ?? '',
  promptValue(prompt),
  notIncluded ? 1 : '',
  notIncluded?.label ?? '',
  ...manyValues(prompts, ({ name, id, ...seen }) => [name, id ?? '', promptValue(seen)]),
  ...manyValues(labels, ({ label, version }) => [label, version ?? '-']),
];

/** `<revision>`, or `<revision>.<write id>` if the write must be the same. */
export const promptValue = ({ revision, writeId }: Pick<RevisionPreconditions, 'revision' | 'writeId'>): string =>
  [revision, writeId].filter((part) => part !== undefined).join('.');

export const referenceValues = (reference: PromptReference): Values => [
  reference.by,
  reference.by === 'id' ? reference.id : reference.name,
];

/** A version number, or the fields of the prompt that may hold it: the first that exists decides. */
export function choiceValues(choice: VersionChoice): Values {
  switch (choice.by) {
    case 'version':
      return [choice.version, ...listOf([])];
    case 'label':
      return ['', ...listOf([choice.label === LATEST ? 'latest_version' : `${LABEL_FIELD}${choice.label}`])];
    case 'default':
      return ['', ...listOf([`${LABEL_FIELD}${DEFAULT_LABEL}`, 'latest_version'])];
  }
}

/** All fields of a new prompt except its labels. */
export function promptFields({
  owner,
  id,
  metadata,
  createdAt,
  updatedAt,
  versions,
}: Omit<RestoredPrompt, 'moves'>): Values {
  const latest = versions.at(-1) ?? versions[0];
  const row = {
    id,
    account_id: owner,
    type: latest.content.type,
    latest_version: latest.version,
    latest_hash: latest.hash,
    revision: 1,
    created_at: createdAt.getTime(),
    updated_at: updatedAt.getTime(),
  };
  return [...metadataFields(metadata), ...Object.entries(row).flat()];
}

/** The folder is left out: lists derive it, because they look at every prompt anyway. */
export function metadataFields(metadata: PromptMetadata): Values {
  const { name, description, tags, archived } = toMetadataRow(metadata);
  return Object.entries({ name, description, tags, archived }).flat();
}

export function versionValues({ version, publishedAt, includes, ...draft }: StoredVersion): Values {
  const row = JSON.stringify(toDraftRow(draft));
  return [
    version,
    publishedAt.getTime(),
    row,
    ...contentValues(toDraftContent(draft)),
    ...listOf(includes.map(printInclude)),
  ];
}

export const contentValues = ({ digest, bytes, variables, config, body }: ContentRow): Values => [
  digest,
  bytes,
  JSON.stringify({ variables, config }),
  body,
];

/** One value per move, because Redis takes a million arguments at most, and a history has no limit. */
export const moveValues = (move: LabelMove): Values => {
  const { label, movedAt, version, previous, by, message } = move;
  const channel = `${by}${toReleaseText(move) ?? ''}`;
  return [[label, movedAt.getTime(), version ?? '-', previous ?? '-', channel, message].join(' ')];
};

/** The message and the extra fields of the change that records a version, if there is one. */
export const publicationValues = (
  draft: VersionDraft | undefined,
  imported: { readonly imported?: true } = {},
): Values => {
  if (!draft) return ['', ''];
  const { message, restoredFrom } = draft;
  return [message, toExtra({ ...(restoredFrom === null ? {} : { restoredFrom }), ...imported }) ?? ''];
};

/** The effect of an imported history on one label. */
export const netMoveValues = ({ label, version, previous, message, fingerprint }: NetMove): Values => [
  label,
  version ?? '-',
  previous ?? '-',
  message,
  toExtra({ fingerprint, imported: true }) ?? '',
];

export const orderValues =
  (by: Channel, at: Date) =>
  (order: LabelOrder): Values => {
    const { label, to, message, release, again } = order;
    const lock = release?.lock ? toLockText(release.lock) : '';
    return [label, to ?? '-', at.getTime(), by, message, toOrderRelease(order) ?? '', lock, again ? 1 : ''];
  };

export const manyValues = <Item>(items: readonly Item[], valuesOf: (item: Item) => Values): Values => [
  items.length,
  ...items.flatMap(valuesOf),
];
