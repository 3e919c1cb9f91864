import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt, PromptMetadata } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft } from '../../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../../domain/prompts/quotas.ts';
import type { Release } from '../../../domain/prompts/release.ts';
import type { WriteId } from '../../../domain/prompts/write-id.ts';

/**
 * Changes the prompts of an account. Each method is one atomic write, guarded by the preconditions of its decision.
 *
 * Every change of a prompt raises its revision by one, and its account's revision too, and is recorded in the account's
 * feed (PromptChanges) in the same atomic step. With the revisions, it replaces the id of the last write of both by a new
 * random one: two histories that have the same revisions after a failover or a restore differ in it. A write that is rejected, as `stale`, `name-taken`, `unchanged`,
 * `protected` or `quota-exceeded`, changes nothing. Unless it came through the dashboard, no write moves a label of the
 * account's ProtectedLabels, nor renames, archives or removes a prompt that carries one: it is `protected`. No write exceeds a quota of the installation,
 * whatever happens concurrently; one that adds nothing to what a quota counts is not refused for it.
 *
 * A write whose actor has a credential changes and confirms nothing unless the account has that credential in the same
 * atomic step: it rejects with CredentialRetired, also if the account was removed. Without a credential, a write to an
 * account that does not exist is `stale`.
 *
 * Rejects with StorageUnavailable when the backend does not respond. While the storage is nearly full, writes with a draft reject with
 * StorageFull, and others do not. Every sentence here is tested for every backend by the contracts in
 * test/contracts/prompts.
 */
export interface PromptWriter {
  /** Returns the prompt with the version it wrote. */
  create(creation: PromptCreation): Promise<CreatedPrompt | NameTaken | LabelsProtected | QuotaExceeded | Stale>;

  /**
   * Everything that one request changes about a prompt, all or nothing. Returns the version it wrote, if any.
   * `unchanged`: the draft has the hash of the latest version, and metadata and labels were not written either; or there
   * is no draft, and everything is already as the revision asks.
   */
  revise(
    revision: PromptRevision,
  ): Promise<RevisedPrompt | Unchanged | NameTaken | LabelsProtected | QuotaExceeded | Stale>;

  /**
   * Confirms that a prompt is still as it was read, as durably as a write: reporting "nothing to change" promises as much
   * as reporting a write, but a read may see what is not yet replicated. Rejects like a write.
   */
  confirm(read: ReadPrompt, by: Actor): Promise<Confirmed | Stale>;

  /** Removes a prompt with its versions, labels and history. */
  remove(removal: PromptRemoval): Promise<Removed | LabelsProtected | Stale>;
}

/** A prompt as it was read. */
export type ReadPrompt = Pick<Prompt, 'owner' | 'id' | 'revision' | 'writeId'>;

export interface CreatedPrompt {
  readonly kind: 'created';
  readonly prompt: Prompt;
  readonly version: PromptVersion;
}

export interface RevisedPrompt {
  readonly kind: 'revised';
  readonly prompt: Prompt;
  /** Undefined when the revision had no draft. */
  readonly version: PromptVersion | undefined;
  /** The labels that did move, in the order of the revision. */
  readonly moves: readonly LabelMove[];
}

export type Unchanged = { readonly kind: 'unchanged' };
export type Confirmed = { readonly kind: 'confirmed' };
export type Removed = { readonly kind: 'removed' };
export type NameTaken = { readonly kind: 'name-taken' };

/** Only the dashboard may change where these labels of the account point, or the prompt that carries them. */
export interface LabelsProtected {
  readonly kind: 'protected';
  /** The labels in alphabetical order. */
  readonly labels: readonly Label[];
}

/** The preconditions no longer hold: read and decide again. */
export interface Stale {
  readonly kind: 'stale';
}

/** The state of the account that a decision was based on. A write is `stale` when any of it has changed since. */
export interface AccountPreconditions {
  /** The other prompts that the decision looked at. What happens to the rest of the account does not matter. */
  readonly prompts?: readonly SeenPrompt[] | undefined;
  /** The account's revision, for decisions that looked at more prompts than a write can check. */
  readonly accountRevision?: number | undefined;
}

/** The prompt that has a name, its revision, and the write. All are undefined when no prompt had it. */
export interface SeenPrompt {
  readonly name: PromptName;
  readonly id: PromptId | undefined;
  readonly revision: number | undefined;
  readonly writeId?: WriteId | undefined;
}

export interface Preconditions extends AccountPreconditions {
  /** The revision of the prompt itself. When left out, the prompt must exist and must not be archived. */
  readonly revision?: number | undefined;
  /** The id of the write that led to this revision of the prompt. When left out, the revision may come from any history. */
  readonly writeId?: WriteId | undefined;
  /** No version of a prompt includes this one: with a label, none by that label. */
  readonly notIncluded?: { readonly label: Label | undefined } | undefined;
}

export interface RevisionPreconditions extends Preconditions {
  /** The versions that labels of the prompt point to. */
  readonly labels?: readonly SeenLabel[] | undefined;
  /** A version with the same variables and config as the latest one, to the letter. */
  readonly inheritedFrom?: number | undefined;
}

export interface SeenLabel {
  readonly label: Label;
  /** Null where there is no such label. */
  readonly version: number | null;
}

export interface PublishedDraft extends VersionDraft {
  readonly includes: readonly IncludeTarget[];
}

/** Points a label to a version; `published` is the version of the same write, null removes the label. */
export interface LabelOrder {
  readonly label: Label;
  readonly to: number | 'published' | null;
  readonly message: string;
  /** The release that the label serves from now on. Its lock is stored only if the label is protected when it moves. */
  readonly release?: Release | undefined;
  readonly rollback?: true | undefined;
  /** Records a move even if the label points there already: what its version includes has changed. */
  readonly again?: true | undefined;
}

export interface PromptCreation {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly draft: PublishedDraft;
  readonly labels: readonly LabelOrder[];
  readonly by: Actor;
  readonly at: Date;
  readonly preconditions: AccountPreconditions;
}

export interface PromptRevision {
  readonly owner: AccountId;
  readonly id: PromptId;
  /** Complete, even when only a part of it changes. */
  readonly metadata?: PromptMetadata | undefined;
  readonly draft?: PublishedDraft | undefined;
  /** A label that already points there is not moved, and nothing is recorded. */
  readonly labels: readonly LabelOrder[];
  readonly by: Actor;
  readonly at: Date;
  readonly preconditions: RevisionPreconditions;
}

export interface PromptRemoval {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly by: Actor;
  readonly at: Date;
  readonly preconditions: Preconditions;
}
