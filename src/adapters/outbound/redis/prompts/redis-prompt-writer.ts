import type {
  Confirmed,
  LabelsProtected,
  NameTaken,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  PromptWriter,
  ReadPrompt,
  Removed,
  RevisedPrompt,
  Stale,
  Unchanged,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import type { QuotaExceeded, Quotas } from '../../../../domain/prompts/quotas.ts';
import { withoutIncludes } from '../../rows/prompt-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import {
  manyValues,
  metadataFields,
  orderValues,
  preconditionValues,
  promptValue,
  publicationValues,
  versionValues,
} from './prompt-arguments.ts';
import { listOf, promptKeys } from './prompt-keys.ts';
import { toMove } from './prompt-replies.ts';
import { CONFIRM, ERASE_SOME, REMOVE, REVISE } from './prompt-write-scripts.ts';
import {
  addPrompt,
  isExceeded,
  isProtected,
  promptIn,
  runChange,
  toExceeded,
  toProtected,
  toRejection,
} from './run-prompt-script.ts';

export class RedisPromptWriter implements PromptWriter {
  constructor(
    private readonly store: RedisStore,
    private readonly quotas: Quotas,
  ) {}

  create({ draft, labels, by, at, ...creation }: PromptCreation) {
    const versions = [{ ...draft, version: 1, publishedAt: at }] as const;
    const added = { ...creation, createdAt: at, updatedAt: at, versions, moves: [], by, at };
    return addPrompt(this.store, this.quotas, added, manyValues(labels, orderValues(by.channel, at)));
  }

  async revise(
    revision: PromptRevision,
  ): Promise<RevisedPrompt | Unchanged | NameTaken | LabelsProtected | QuotaExceeded | Stale> {
    const { id, metadata, draft, labels, by, at, preconditions } = revision;
    // The script decides its number and its time.
    const version = draft && { ...draft, version: 0, publishedAt: at };
    const values = [
      this.quotas.versionsPerPrompt,
      this.quotas.contentBytes,
      ...preconditionValues(preconditions),
      preconditions.inheritedFrom ?? '',
      id,
      at.getTime(),
      metadata?.name ?? '',
      ...listOf(metadata ? metadataFields(metadata) : []),
      draft?.hash ?? '',
      ...manyValues(version ? [version] : [], versionValues),
      ...manyValues(labels, orderValues(by.channel, at)),
      by.channel,
      ...publicationValues(draft),
    ];
    const growth = draft ? 'content' : 'history';
    const reply = await runChange(this.store, revision, REVISE, values, growth);
    if (isProtected(reply)) return toProtected(reply);
    if (isExceeded(reply)) return toExceeded(reply, this.quotas);
    const [kind, row, moves = [], publishedAt] = reply;
    if (kind === 'unchanged') return { kind };
    if (kind !== 'revised') return toRejection(kind);
    const prompt = promptIn(row);
    const published = version && {
      ...withoutIncludes(version),
      version: prompt.latestVersion,
      publishedAt: new Date(Number(publishedAt)),
    };
    return { kind, prompt, version: published, moves: moves.map(toMove) };
  }

  async confirm({ owner, id, ...read }: ReadPrompt, by: Actor): Promise<Confirmed | Stale> {
    const [kind] = await runChange(this.store, { owner, by }, CONFIRM, [id, promptValue(read)]);
    return { kind: kind === 'confirmed' ? 'confirmed' : 'stale' };
  }

  async remove({ owner, id, by, at, preconditions }: PromptRemoval): Promise<Removed | LabelsProtected | Stale> {
    const values = [...preconditionValues(preconditions), id, by.channel, at.getTime()];
    const reply = await runChange(this.store, { owner, by }, REMOVE, values);
    if (isProtected(reply)) return toProtected(reply);
    return { kind: reply[0] === 'removed' ? 'removed' : 'stale' };
  }
}

/** Few enough not to block Redis for others. */
const ERASED_BATCH = 100;

/**
 * Erases the prompts of an account that was removed. They are already invisible, so this may take several steps, and may
 * be interrupted.
 */
export async function erasePrompts(store: RedisStore, owner: AccountId): Promise<void> {
  const keys = promptKeys(store).ofScripts(owner);
  let more: unknown;
  do more = await store.script(ERASE_SOME, keys, [ERASED_BATCH]);
  while (more === 1);
}
