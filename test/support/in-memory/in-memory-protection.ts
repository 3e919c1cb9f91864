import type { LabelsProtected, PromptRevision } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type {
  ProtectedLabels,
  ProtectionReplacement,
} from '../../../src/application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Actor } from '../../../src/domain/accounts/actor.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import { canMoveProtected, isSameProtection } from '../../../src/domain/prompts/protected-labels.ts';
import { record } from './in-memory-changes.ts';
import { type PromptCollection, type StoredPrompt, toPrompt } from './in-memory-prompt.ts';

interface Collections {
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

  async replace({ owner, change, by: actor, at }: ProtectionReplacement) {
    const hasOwner = await this.prompts.hasOwner(owner);
    const collection = await this.prompts.collectionOf(owner);
    const by = await this.prompts.admit(owner, actor);
    const { before, ...changed } = change;
    if (!hasOwner || (collection.protected ?? []).join() !== before.join()) return { kind: 'stale' as const };
    if (!isSameProtection(change)) {
      record(collection, [{ type: 'protection.changed', data: { ...changed, by } }], at);
      collection.protected = changed.labels;
    }
    return { kind: 'replaced' as const };
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
  const moved = labels.filter(({ label, to }) => (held.get(label) ?? null) !== to);
  return [...(isHidden ? held.keys() : []), ...movedLabels(moved)];
}
