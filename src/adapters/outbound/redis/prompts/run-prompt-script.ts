import type { RestoredPrompt } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  CreatedPrompt,
  LabelsProtected,
  NameTaken,
  Stale,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { toImportedMoves } from '../../../../domain/changes/imported-moves.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import {
  findTooManyVersions,
  type QuotaExceeded,
  type QuotaName,
  type Quotas,
} from '../../../../domain/prompts/quotas.ts';
import { toExtra } from '../../rows/change-row.ts';
import { withoutIncludes } from '../../rows/prompt-row.ts';
import { newWriteId } from '../../rows/write-id.ts';
import type { HashReply } from '../connection/hash-reply.ts';
import type { Growth, RedisStore, Values } from '../connection/redis-store.ts';
import { credentialValues, rejectRetired } from '../credential-guard.ts';
import {
  manyValues,
  moveValues,
  netMoveValues,
  preconditionValues,
  promptFields,
  versionValues,
} from './prompt-arguments.ts';
import { listOf, promptKeys } from './prompt-keys.ts';
import { toPrompt } from './prompt-replies.ts';
import { ADD } from './prompt-write-scripts.ts';

export type ChangeReply = readonly [kind: string, row?: HashReply, moves?: readonly string[], publishedAt?: string];
export type ProtectedReply = readonly [kind: 'protected', labels: readonly Label[]];
export type ExceededReply = readonly [kind: 'quota-exceeded', quota: QuotaName, used: string | number];

type Reply = ChangeReply | ProtectedReply | ExceededReply;

/** Makes a change, which is one script: all of it, or nothing. */
export async function runChange(
  store: RedisStore,
  { owner, by }: { readonly owner: AccountId; readonly by: Actor },
  script: string,
  values: Values,
  growth?: Growth,
): Promise<Reply> {
  const all = [...credentialValues(by), newWriteId(), ...values];
  return rejectRetired(await store.script(script, promptKeys(store).ofScripts(owner), all, growth)) as Reply;
}

/**
 * Writes a new prompt: an imported one with its history, any other with its first version and the orders for its labels.
 */
export async function addPrompt(
  store: RedisStore,
  quotas: Quotas,
  added: RestoredPrompt,
  orders: Values | 'imported',
): Promise<CreatedPrompt | NameTaken | LabelsProtected | QuotaExceeded | Stale> {
  const { id, metadata, versions, moves, by, at, preconditions } = added;
  const isImported = orders === 'imported';
  const latest = versions.at(-1) ?? versions[0];
  const exceeded = findTooManyVersions(0, latest.version, quotas);
  if (exceeded) return exceeded;
  const values = [
    quotas.prompts,
    quotas.contentBytes,
    ...preconditionValues(preconditions),
    id,
    metadata.name,
    ...listOf(promptFields(added)),
    ...manyValues(versions, versionValues),
    ...manyValues(moves, moveValues),
    ...(isImported ? listOf([]) : orders),
    by.channel,
    at.getTime(),
    toExtra({ type: latest.content.type, ...(isImported ? { imported: true } : {}) }) ?? '',
    ...manyValues(isImported ? toImportedMoves(moves, false) : [], netMoveValues),
  ];
  const reply = await runChange(store, added, ADD, values, 'content');
  if (isProtected(reply)) return toProtected(reply);
  if (isExceeded(reply)) return toExceeded(reply, quotas);
  const [kind, row] = reply;
  if (kind !== 'created') return toRejection(kind);
  return { kind, prompt: promptIn(row), version: withoutIncludes(latest) };
}

export const isProtected = (reply: Reply): reply is ProtectedReply => reply[0] === 'protected';

/** Sorts here, because sorting in Redis may depend on the locale of its machine. */
export const toProtected = ([kind, labels]: ProtectedReply): LabelsProtected => ({ kind, labels: labels.toSorted() });

export const isExceeded = (reply: Reply): reply is ExceededReply => reply[0] === 'quota-exceeded';

export const toExceeded = ([kind, quota, used]: ExceededReply, quotas: Quotas): QuotaExceeded => ({
  kind,
  quota,
  used: Number(used),
  limit: quotas[quota],
});

export function toRejection(kind: string): NameTaken | Stale {
  invariant(kind === 'name-taken' || kind === 'stale', `a script rejects a change for a known reason, unlike ${kind}`);
  return { kind };
}

export function promptIn(row: HashReply = []): Prompt {
  const prompt = toPrompt(row);
  invariant(prompt !== undefined, 'a change returns the prompt as it is now');
  return prompt;
}
