import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Channel } from '../../../domain/channel.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt, PromptMetadata } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft } from '../../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../../domain/prompts/quotas.ts';

/**
 * Changes the prompts of an account. Each method is one atomic write, guarded by the preconditions of its decision.
 *
 * Every change of a prompt raises its revision by one, and its account's revision too, and is recorded in the account's
 * feed (PromptChanges) in the same atomic step. A write that is rejected, as `stale`, `name-taken`, `unchanged`,
 * `protected` or `quota-exceeded`, changes nothing. Unless it came through the dashboard, no write moves a label of the
 * account's ProtectedLabels, nor renames, archives or removes a prompt that carries one: it is `protected`. No write exceeds a quota of the installation,
 * whatever happens concurrently; one that adds nothing to what a quota counts is not refused for it. Rejects with
 * StorageUnavailable when the backend does not respond. While the storage is nearly full, writes with a draft reject with
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
  confirm(read: Pick<Prompt, 'owner' | 'id' | 'revision'>): Promise<Confirmed | Stale>;

  /** Removes a prompt with its versions, labels and history. */
  remove(removal: PromptRemoval): Promise<Removed | LabelsProtected | Stale>;
}

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

export interface Unchanged {
  readonly kind: 'unchanged';
}

export interface Confirmed {
  readonly kind: 'confirmed';
}

export interface Removed {
  readonly kind: 'removed';
}

export interface NameTaken {
  readonly kind: 'name-taken';
}

/** Only the dashboard may change where these labels of the account point, or the prompt that carries them. */
export interface LabelsProtected {
  readonly kind: 'protected';
  /** In alphabetical order. */
  readonly labels: readonly Label[];
}

/** The preconditions no longer hold: read and decide again. */
export interface Stale {
  readonly kind: 'stale';
}

/** The state that a decision was based on. A write is `stale` when any of it has changed since. */
export interface Preconditions {
  /** Of the prompt itself. When left out, the prompt must exist and must not be archived. */
  readonly revision?: number | undefined;
  /** Of the account, for decisions that looked at other prompts. */
  readonly accountRevision?: number | undefined;
}

/** A draft that inherits settings also requires the version that it follows to have them. */
export interface RevisionPreconditions extends Preconditions {
  /** A version with the same variables and config as the latest one, to the letter. */
  readonly inheritedFrom?: number | undefined;
}

export interface PublishedDraft extends VersionDraft {
  readonly includes: readonly IncludeTarget[];
}

/** Points a label to a version; `published` is the version of the same write, null removes the label. */
export interface LabelOrder {
  readonly label: Label;
  readonly to: number | 'published' | null;
  readonly message: string;
}

export interface PromptCreation {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly draft: PublishedDraft;
  readonly labels: readonly LabelOrder[];
  readonly by: Channel;
  readonly at: Date;
  readonly preconditions: Pick<Preconditions, 'accountRevision'>;
}

export interface PromptRevision {
  readonly owner: AccountId;
  readonly id: PromptId;
  /** Complete, even when only a part of it changes. */
  readonly metadata?: PromptMetadata | undefined;
  readonly draft?: PublishedDraft | undefined;
  /** A label that already points there is not moved, and nothing is recorded. */
  readonly labels: readonly LabelOrder[];
  readonly by: Channel;
  readonly at: Date;
  readonly preconditions: RevisionPreconditions;
}

export interface PromptRemoval {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly by: Channel;
  readonly at: Date;
  readonly preconditions: Preconditions;
}
