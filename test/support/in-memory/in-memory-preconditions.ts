import { CredentialRetired } from '../../../src/application/ports/credential-retired.ts';
import type {
  AccountPreconditions,
  RevisionPreconditions,
} from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Actor, Credential } from '../../../src/domain/accounts/actor.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import type { WriteId } from '../../../src/domain/prompts/write-id.ts';
import { includesIn, type PromptCollection, type StoredPrompt, toPrompt } from './in-memory-prompt.ts';

const hasRevision = (expected: number | undefined, { revision }: { readonly revision: number }): boolean =>
  expected === undefined || expected === revision;

const hasWriteId = (expected: WriteId | undefined, { writeId }: Pick<StoredPrompt, 'writeId'>): boolean =>
  expected === undefined || expected === writeId;

export const meetsAccountPreconditions = (
  { accountRevision, prompts = [] }: AccountPreconditions,
  collection: PromptCollection,
): boolean =>
  hasRevision(accountRevision, collection) &&
  prompts.every(({ name, id, revision, writeId }) => {
    const held = [...collection.prompts.values()].find(({ metadata }) => metadata.name === name);
    return held?.id === id && held?.revision === revision && (!held || hasWriteId(writeId, held));
  });

export function meetsPreconditions(
  preconditions: RevisionPreconditions,
  collection: PromptCollection,
  stored: StoredPrompt,
): boolean {
  const { revision, writeId, notIncluded, labels = [] } = preconditions;
  if (revision === undefined && stored.metadata.archived) return false;
  const held = toPrompt(stored).labels;
  const isIncluded = includesIn(collection).some(
    ({ target: { name, selector } }) =>
      name === stored.metadata.name &&
      (notIncluded?.label === undefined || (selector?.by === 'label' && selector.label === notIncluded.label)),
  );
  return (
    hasRevision(revision, stored) &&
    hasWriteId(writeId, stored) &&
    labels.every(({ label, version }) => (held.get(label) ?? null) === version) &&
    !(notIncluded && isIncluded) &&
    meetsAccountPreconditions(preconditions, collection)
  );
}

/** Throws unless the account has the credential, if there is one. */
export function assertCredential(account: Account | undefined, credential: Credential | undefined): void {
  if (!credential) return;
  const isCurrent =
    credential.kind === 'key' ? account?.holds(credential.digest) : account?.sessionEpoch === credential.epoch;
  if (!isCurrent) throw new CredentialRetired();
}

/** The channel of an actor whose credential the account has. */
export function admit(account: Account | undefined, { channel, credential }: Actor): Channel {
  assertCredential(account, credential);
  return channel;
}
