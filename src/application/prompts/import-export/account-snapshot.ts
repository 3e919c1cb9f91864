import type { AccountId } from '../../../domain/accounts/account.ts';
import type { ChangePosition } from '../../../domain/changes/change.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptChanges } from '../../ports/prompts/prompt-changes.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

/** A prompt as it was at the moment of a snapshot, without what its history tells. */
export interface SnapshotPrompt
  extends Pick<
    Prompt,
    'owner' | 'id' | 'name' | 'type' | 'tags' | 'archived' | 'latestVersion' | 'revision' | 'createdAt' | 'updatedAt'
  > {
  /** Undefined beyond `HELD_CHARACTERS_MAX`: it is read when it is needed. */
  readonly description: string | undefined;
}

export interface SnapshotPorts {
  readonly catalog: Pick<PromptCatalog, 'list'>;
  readonly changes: Pick<PromptChanges, 'after'>;
  readonly reader: Pick<PromptReader, 'find' | 'readRevision'>;
}

const PAGE_PROMPTS = 50;
const CHANGES_MAX = 200;
/** Each round reads only what was written during the one before. Endless writers get the state of the last one. */
const ROUNDS_MAX = 20;
/** Descriptions held in memory. 100,000 prompts with the longest ones would take 200 MB and more. */
const HELD_CHARACTERS_MAX = 16 * 1024 * 1024;

const everything: PromptQuery = { tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: PAGE_PROMPTS };

/**
 * All prompts of an account as of one moment, by name, on every storage: lists them, and reads again those that the feed
 * reports as changed since, until the account's revision has stayed the same.
 */
export async function takeSnapshot(ports: SnapshotPorts, owner: AccountId): Promise<readonly SnapshotPrompt[]> {
  let revision = await ports.reader.readRevision(owner);
  const prompts = new Map<PromptId, SnapshotPrompt>();
  let held = 0;
  const hold = ({ latestHash: _, labels: __, pointsTo: ___, ...prompt }: Prompt): void => {
    held += prompt.description.length;
    prompts.set(prompt.id, held > HELD_CHARACTERS_MAX ? { ...prompt, description: undefined } : prompt);
  };

  for (let after: PromptQuery['after'], isFirst = true; isFirst || after; isFirst = false) {
    const page: readonly Prompt[] = await ports.catalog.list(owner, { ...everything, after });
    page.forEach(hold);
    after = page.at(-1);
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const changed = await findChanged(ports.changes, owner, revision);
    if (changed.revision === revision) break;
    revision = changed.revision;
    for (const id of changed.ids) {
      const prompt = await ports.reader.find(owner, { by: 'id', id });
      if (prompt) hold(prompt);
      else prompts.delete(id);
    }
  }
  return [...prompts.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The prompts changed after a revision, up to the revision returned. */
async function findChanged(changes: Pick<PromptChanges, 'after'>, owner: AccountId, revision: number) {
  const ids = new Set<PromptId>();
  // Changes are numbered from 1.
  let position: ChangePosition = { revision: revision + 1, n: 0 };
  for (;;) {
    const found = await changes.after(owner, position, CHANGES_MAX);
    for (const { data } of found.changes) if ('promptId' in data) ids.add(data.promptId);
    const last = found.changes.at(-1);
    if (found.changes.length < CHANGES_MAX || !last) return { ids, revision: found.revision };
    position = last;
  }
}
