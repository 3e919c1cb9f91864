import { newWriteId } from '../../../src/adapters/outbound/rows/write-id.ts';
import type { ChangePage, PromptChanges } from '../../../src/application/ports/prompts/prompt-changes.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import {
  CHANGES_PER_ACCOUNT_MAX,
  type Change,
  type ChangeContent,
  type ChangePosition,
  changedFields,
  comparePositions,
} from '../../../src/domain/changes/change.ts';
import { type NetMove, toImportedMoves } from '../../../src/domain/changes/imported-moves.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import { type PromptCollection, type StoredPrompt, toPrompt } from './in-memory-prompt.ts';

interface Write {
  readonly by: Channel;
  readonly at: Date;
  /** All that it adds to the histories of labels. */
  readonly moves: readonly LabelMove[];
  readonly imported?: true;
}

/** Puts a prompt into its collection, with the changes that this makes. Undefined, and nothing is put, if there are none. */
export function put(
  collection: PromptCollection,
  stored: Omit<StoredPrompt, 'writeId'>,
  write: Write,
): StoredPrompt | undefined {
  const { writeId } = collection;
  const contents = changesOf(collection.prompts.get(stored.id), { ...stored, writeId }, write);
  if (contents.length === 0) return undefined;
  record(collection, contents, write.at);
  const written = { ...stored, writeId: collection.writeId };
  collection.prompts.set(stored.id, written);
  return written;
}

export function remove(collection: PromptCollection, stored: StoredPrompt, by: Channel, at: Date): void {
  const { id: promptId, name, latestVersion } = toPrompt(stored);
  record(collection, [{ type: 'prompt.deleted', data: { promptId, name, latestVersion, by } }], at);
  collection.prompts.delete(promptId);
}

/** Raises the revision of the account by a write with these changes. */
export function record(collection: PromptCollection, contents: readonly ChangeContent[], at: Date): void {
  collection.revision += 1;
  collection.writeId = newWriteId();
  const { revision } = collection;
  collection.changes.push(...contents.map((content, index) => ({ revision, n: index + 1, at, ...content })));
}

function changesOf(
  before: StoredPrompt | undefined,
  stored: StoredPrompt,
  { by, moves, imported }: Write,
): readonly ChangeContent[] {
  const { id: promptId, name, type, latestVersion } = toPrompt(stored);
  const common = { promptId, name, by, ...(imported && { imported }) };
  const latest = stored.versions.at(-1);
  const isPublished = before !== undefined && latest !== undefined && latest.version > before.versions.length;
  const created: ChangeContent = { type: 'prompt.created', data: { ...common, type, version: latestVersion } };
  const published = isPublished ? [toPublished(latest, common)] : [];
  const shown = imported ? toImportedMoves(moves, before !== undefined && !isPublished) : moves;
  return [
    ...(before ? toChanged(before, stored, common) : [created]),
    ...published,
    ...shown.map((move) => toMoved(stored, move, common)),
  ];
}

type Common = Pick<Extract<ChangeContent, { type: 'label.moved' }>['data'], 'promptId' | 'name' | 'by' | 'imported'>;

function toChanged(before: StoredPrompt, stored: StoredPrompt, common: Common): readonly ChangeContent[] {
  const [was, is] = [before.metadata, stored.metadata];
  const changed = changedFields.filter((field) => String(was[field]) !== String(is[field]));
  if (changed.length === 0) return [];
  const renamed = changed.includes('name') ? { previousName: was.name } : {};
  return [{ type: 'prompt.changed', data: { ...common, changed, ...renamed } }];
}

function toPublished(latest: StoredPrompt['versions'][number], common: Common): ChangeContent {
  const { version, hash, message, restoredFrom } = latest;
  return { type: 'version.published', data: { ...common, version, hash, message, restoredFrom } };
}

function toMoved({ versions }: StoredPrompt, move: NetMove | LabelMove, common: Common): ChangeContent {
  const { label, version, previous, message, fingerprint } = move;
  const rollback = 'rollback' in move ? move.rollback : undefined;
  const hash = version === null ? null : (versions[version - 1]?.hash ?? null);
  return { type: 'label.moved', data: { ...common, label, version, previous, hash, rollback, fingerprint, message } };
}

/** The part of InMemoryPrompts that holds the feeds. */
interface Collections {
  readonly promptCollections: ReadonlyMap<AccountId, PromptCollection>;
  collectionOf(owner: AccountId): Promise<PromptCollection>;
}

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryChanges implements PromptChanges {
  constructor(private readonly prompts: Collections) {}

  async after(owner: AccountId, position: ChangePosition, limit: number) {
    const { revision, changes } = await this.prompts.collectionOf(owner);
    return {
      revision,
      changes: changes.filter((change) => comparePositions(change, position) > 0).slice(0, limit),
      at: changes.find((change) => comparePositions(change, position) === 0),
      oldest: changes[0] && { revision: changes[0].revision, n: changes[0].n },
    };
  }

  async latest(owner: AccountId, { before, limit }: ChangePage) {
    const { revision, changes } = await this.prompts.collectionOf(owner);
    const earlier = changes.filter((change) => !before || comparePositions(change, before) < 0);
    return { revision, changes: earlier.toReversed().slice(0, limit) };
  }

  async deleteBefore(cutoff: Date) {
    for (const collection of this.prompts.promptCollections.values()) {
      collection.changes = withoutOld(collection.changes, cutoff);
    }
  }
}

/** Only from the beginning, so that no change is missing between two others. */
function withoutOld(changes: readonly Change[], cutoff: Date): Change[] {
  const firstKept = changes.findIndex(({ at }) => at >= cutoff);
  const expired = firstKept === -1 ? changes.length : firstKept;
  const deleted = Math.max(expired, changes.length - CHANGES_PER_ACCOUNT_MAX);
  return changes.slice(Math.min(deleted, changes.length - 1));
}
