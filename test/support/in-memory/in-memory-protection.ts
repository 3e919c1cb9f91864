import type { LabelsProtected, PromptRevision } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type {
  LabelLock,
  PendingLocks,
  ProtectedLabels,
  ProtectionReplacement,
} from '../../../src/application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Actor } from '../../../src/domain/accounts/actor.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import { canMoveProtected, isSameProtection } from '../../../src/domain/prompts/protected-labels.ts';
import { LOCK_PERIODS_MAX } from '../../../src/domain/prompts/release.ts';
import { record } from './in-memory-changes.ts';
import { meetsAccountPreconditions } from './in-memory-preconditions.ts';
import { type PromptCollection, type StoredPrompt, toPrompt } from './in-memory-prompt.ts';

interface Collections {
  readonly promptCollections: ReadonlyMap<AccountId, PromptCollection>;
  collectionOf(owner: AccountId): Promise<PromptCollection>;
  hasOwner(owner: AccountId): Promise<boolean>;
  admit(owner: AccountId, actor: Actor): Promise<Channel>;
}

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryProtection implements ProtectedLabels {
  constructor(private readonly prompts: Collections) {}

  async read(owner: AccountId) {
    return (await this.prompts.collectionOf(owner)).protected ?? [];
  }

  async replace({ owner, change, locks = [], accountRevision, by: actor, at }: ProtectionReplacement) {
    const hasOwner = await this.prompts.hasOwner(owner);
    const collection = await this.prompts.collectionOf(owner);
    const by = await this.prompts.admit(owner, actor);
    const { before, ...changed } = change;
    const isStale = (collection.protected ?? []).join() !== before.join();
    if (!hasOwner || isStale || !meetsAccountPreconditions({ accountRevision }, collection)) {
      return { kind: 'stale' as const };
    }
    if (!isSameProtection(change) || locks.length > 0) {
      record(collection, [{ type: 'protection.changed', data: { ...changed, by } }], at);
      collection.protected = changed.labels;
      setLocks(collection, locks, at);
    }
    return { kind: 'replaced' as const };
  }
}

/** Adds a period to the newest move of each label, and raises the revision of each prompt once. */
function setLocks({ prompts, writeId }: PromptCollection, locks: readonly LabelLock[], at: Date): void {
  for (const [id, ofPrompt] of Map.groupBy(locks, ({ promptId }) => promptId)) {
    const stored = prompts.get(id);
    if (!stored) continue;
    const moves = [...stored.moves];
    for (const { label, lock } of ofPrompt) {
      const index = moves.findLastIndex((move) => move.label === label);
      const newest = moves[index];
      if (!newest || newest.version === null) continue;
      moves[index] = { ...newest, locks: [...(newest.locks ?? []), { since: at, lock }].slice(-LOCK_PERIODS_MAX) };
    }
    prompts.set(id, { ...stored, moves, writeId, revision: stored.revision + 1 });
  }
}

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryPendingLocks implements PendingLocks {
  constructor(private readonly prompts: Collections) {}

  async list(limit: number) {
    const found: AccountId[] = [];
    for (const [owner, { lacksLocks }] of this.prompts.promptCollections) {
      if (lacksLocks && (await this.prompts.hasOwner(owner))) found.push(owner);
    }
    return found.slice(0, limit);
  }

  async markLocked(owner: AccountId) {
    (await this.prompts.collectionOf(owner)).lacksLocks = false;
  }
}

/** The protected ones among the labels, unless the channel may move them. */
export function findProtected(
  { protected: held = [] }: PromptCollection,
  labels: readonly Label[],
  by: Channel,
): LabelsProtected | undefined {
  const found = canMoveProtected(by) ? [] : held.filter((label) => labels.includes(label));
  return found.length > 0 ? { kind: 'protected', labels: found } : undefined;
}

export const movedLabels = (moves: readonly { readonly label: Label }[]): readonly Label[] =>
  moves.map(({ label }) => label);

export const carriedLabels = (stored: StoredPrompt): readonly Label[] => [...toPrompt(stored).labels.keys()];

/** The labels that a revision changes: those that it moves, and all that the prompt carries if it is renamed or archived. */
export function changedLabels(stored: StoredPrompt, { metadata, labels }: PromptRevision): readonly Label[] {
  const { name, archived } = stored.metadata;
  const isHidden = metadata && (metadata.name !== name || (metadata.archived && !archived));
  const held = toPrompt(stored).labels;
  const moved = labels.filter(({ label, to, again }) => again || (held.get(label) ?? null) !== to);
  return [...(isHidden ? held.keys() : []), ...movedLabels(moved)];
}
