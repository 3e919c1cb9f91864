import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { LabelMove } from '../../domain/prompts/label-move.ts';
import type { IncludeTarget } from '../../domain/prompts/naming/include-target.ts';
import type { Label, LabelOrLatest } from '../../domain/prompts/naming/label.ts';
import type { PromptId, PromptName, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { Tag } from '../../domain/prompts/naming/tag.ts';
import type { Prompt, PromptMetadata, PromptType, VersionChoice } from '../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft, VersionSummary } from '../../domain/prompts/prompt-version.ts';

/**
 * Keeps the prompts of accounts: immutable versions, movable labels, and the history of their moves.
 *
 * What one account has is invisible to every other. A change is visible on every instance once its promise resolves.
 * Every change of a prompt raises its revision by one, and its account's revision too.
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by prompt-repository.contract.ts and its neighbours.
 */
export interface PromptRepository {
  find(owner: AccountId, reference: PromptReference): Promise<Prompt | undefined>;

  /** A prompt with the version chosen, in one step. The version is undefined when the choice leads to none. */
  read(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PromptReading | undefined>;

  /** What a conditional read needs to know, without loading any content. */
  readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PromptHead | undefined>;

  version(owner: AccountId, id: PromptId, version: number): Promise<PromptVersion | undefined>;

  /** Newest first, those with a number below `before`. */
  versions(owner: AccountId, id: PromptId, page: VersionPage): Promise<readonly VersionSummary[]>;

  /** The newest version that was published at that moment or before. */
  latestAt(owner: AccountId, id: PromptId, at: Date): Promise<number | undefined>;

  /** The last move of a label at that moment or before. */
  moveAt(owner: AccountId, id: PromptId, label: Label, at: Date): Promise<LabelMove | undefined>;

  /** Newest first, those before `before`. Outlives the label itself. */
  moves(owner: AccountId, id: PromptId, label: Label, page: MovePage): Promise<readonly LabelMove[]>;

  /** The prompts that fit, in the order asked for, those behind `after` only. */
  list(owner: AccountId, query: PromptQuery): Promise<readonly Prompt[]>;

  /** The same, each with the version that the choice selects of it. One that it selects nothing of is left out. */
  listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice): Promise<readonly FullReading[]>;

  /** Raised by every change of any of the account's prompts; 0 before the first. */
  revisionOf(owner: AccountId): Promise<number>;

  /** How many prompts, archived ones not counted, have each tag; in alphabetical order. */
  countByTag(owner: AccountId): Promise<readonly Count[]>;

  /** How many prompts, archived ones not counted, lie directly in each folder; in alphabetical order. */
  countByFolder(owner: AccountId): Promise<readonly Count[]>;

  /** Every include of every version of these prompts, each once. */
  includesOf(owner: AccountId, names: readonly PromptName[]): Promise<readonly Include[]>;

  /** Every include, of any version of any prompt, that points to this one. */
  includersOf(owner: AccountId, name: PromptName): Promise<readonly Include[]>;

  /** `name-taken` leaves everything as it was, and so does `outdated`: the preconditions no longer hold. */
  create(creation: PromptCreation): Promise<{ readonly kind: 'created'; readonly prompt: Prompt } | Refusal>;

  /**
   * All that one request changes about a prompt, at once or not at all.
   * `unchanged`: the draft's hash is the latest version's already; nothing was written, its metadata and moves neither.
   */
  revise(revision: PromptRevision): Promise<Revised | Refusal | { readonly kind: 'unchanged' }>;

  /**
   * For the answer that all is so already. It is a promise like that of a write, and what was read may be less safe
   * than what was written: rejects as a write would. `outdated`: the prompt is not any more, or not yet again, as read.
   */
  confirm(read: Pick<Prompt, 'owner' | 'id' | 'revision'>): Promise<'confirmed' | 'outdated'>;

  /** With its versions, labels and history. */
  remove(removal: PromptRemoval): Promise<'removed' | 'outdated'>;

  /** Every version with its content, oldest first, those after `after`. */
  fullVersions(owner: AccountId, id: PromptId, page: FullPage): Promise<readonly PromptVersion[]>;

  /** Every move of every label; each label's oldest first. */
  allMoves(owner: AccountId, id: PromptId): Promise<readonly LabelMove[]>;

  /** A prompt as it was elsewhere, with all its versions and moves and their times. The labels follow from the moves. */
  restore(prompt: RestoredPrompt): Promise<{ readonly kind: 'created'; readonly prompt: Prompt } | Refusal>;

  /** Adds versions and moves, with their times, behind those that a prompt has. */
  append(addition: PromptAddition): Promise<'appended' | 'outdated'>;
}

export type Refusal = { readonly kind: 'name-taken' } | { readonly kind: 'outdated' };

export interface PromptReading {
  readonly prompt: Prompt;
  readonly version: PromptVersion | undefined;
}

export interface FullReading extends PromptReading {
  readonly version: PromptVersion;
}

export interface PromptHead {
  readonly id: PromptId;
  readonly revision: number;
  /** Undefined when the choice leads to none. */
  readonly version: number | undefined;
}

export interface VersionPage {
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface MovePage {
  readonly before?: Date | undefined;
  readonly limit: number;
}

export interface FullPage {
  readonly after: number;
  readonly limit: number;
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface Include {
  readonly includer: PromptName;
  readonly target: IncludeTarget;
}

export interface PromptQuery {
  /** As `foldCase` writes it; found anywhere in the name or in the description, whatever its case there. */
  readonly search?: string | undefined;
  readonly name?: PromptName | undefined;
  /** All of them. */
  readonly tags: readonly Tag[];
  /** Exactly this folder; '' is the top. */
  readonly folder?: string | undefined;
  /** Only prompts that have it. */
  readonly label?: LabelOrLatest | undefined;
  readonly type?: PromptType | undefined;
  readonly archived: boolean | 'any';
  readonly sort: 'name' | 'updatedAt';
  readonly order: 'ascending' | 'descending';
  /** The last prompt of the page before. */
  readonly after?: { readonly name: PromptName; readonly updatedAt: Date; readonly id: PromptId } | undefined;
  readonly limit: number;
}

/** What a decision was based on. A write is `outdated` when any of it has changed since. */
export interface Preconditions {
  /** Of the prompt itself. Without it the prompt must only be there and not be archived. */
  readonly revision?: number | undefined;
  /** Of the account, for decisions that looked at other prompts. */
  readonly accountRevision?: number | undefined;
}

export interface PublishedDraft extends VersionDraft {
  readonly includes: readonly IncludeTarget[];
}

/** A label to be moved to a version; `published` is the one of the same request, null removes it. */
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
  /** All of it, where any of it changes. */
  readonly metadata?: PromptMetadata | undefined;
  readonly draft?: PublishedDraft | undefined;
  /** One that points there already is not moved, and nothing is recorded. */
  readonly labels: readonly LabelOrder[];
  readonly by: Channel;
  readonly at: Date;
  readonly preconditions: Preconditions;
}

export interface Revised {
  readonly kind: 'revised';
  readonly prompt: Prompt;
  /** In the order of the labels asked for, those that did move. */
  readonly moves: readonly LabelMove[];
}

export interface PromptRemoval {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly preconditions: Preconditions;
}

/** A version as it is kept, with what it includes. */
export interface KeptVersion extends PromptVersion {
  readonly includes: readonly IncludeTarget[];
}

export interface RestoredPrompt {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly [KeptVersion, ...KeptVersion[]];
  /** Each label's oldest first. */
  readonly moves: readonly LabelMove[];
  readonly preconditions: Pick<Preconditions, 'accountRevision'>;
}

export interface PromptAddition {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly versions: readonly KeptVersion[];
  readonly moves: readonly LabelMove[];
  readonly at: Date;
  readonly preconditions: { readonly revision: number; readonly accountRevision: number };
}
