import type { RestoredPrompt } from '../../../../application/ports/prompt-archive.ts';
import type { CreatedPrompt, NameTaken, Stale } from '../../../../application/ports/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { withoutIncludes } from '../../rows/prompt-row.ts';
import type { Growth, RedisStore } from '../connection/redis-store.ts';
import { manyValues, moveValues, promptFields, type Values, versionValues } from './prompt-arguments.ts';
import { listOf, promptKeys } from './prompt-keys.ts';
import { type HashReply, toPrompt } from './prompt-replies.ts';
import { PLACE } from './prompt-write-scripts.ts';

export type ChangeReply = readonly [kind: string, row?: HashReply, moves?: readonly string[], publishedAt?: string];

/** Makes a change, which is one script: all of it, or nothing. */
export async function runChange(
  store: RedisStore,
  owner: AccountId,
  script: string,
  values: Values,
  growth?: Growth,
): Promise<ChangeReply> {
  return (await store.script(script, promptKeys(store).ofScripts(owner), values, growth)) as ChangeReply;
}

/** Writes a new prompt with its versions and moves, and then carries out the orders for its labels. */
export async function placePrompt(
  store: RedisStore,
  placed: RestoredPrompt,
  orders: Values,
): Promise<CreatedPrompt | NameTaken | Stale> {
  const { owner, id, metadata, versions, moves, preconditions } = placed;
  const values = [
    preconditions.accountRevision ?? '',
    id,
    metadata.name,
    ...listOf(promptFields(placed)),
    ...manyValues(versions, versionValues),
    ...manyValues(moves, moveValues),
    ...orders,
  ];
  const [kind, row] = await runChange(store, owner, PLACE, values, 'content');
  if (kind !== 'created') return toRejection(kind);
  return { kind, prompt: promptIn(row), version: withoutIncludes(versions.at(-1) ?? versions[0]) };
}

export function toRejection(kind: string): NameTaken | Stale {
  invariant(kind === 'name-taken' || kind === 'stale', `a script rejects a change for a known reason, unlike ${kind}`);
  return { kind };
}

export function promptIn(row: HashReply = []): Prompt {
  const prompt = toPrompt(row);
  invariant(prompt !== undefined, 'a change returns the prompt as it is now');
  return prompt;
}
