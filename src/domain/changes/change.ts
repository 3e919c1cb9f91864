import type { Channel } from '../channel.ts';
import type { Label } from '../naming/label.ts';
import type { PromptId, PromptName } from '../naming/prompt-name.ts';
import type { PromptType } from '../prompts/prompt.ts';
import type { ContentHash } from '../prompts/prompt-version.ts';
import type { Fingerprint } from '../prompts/release.ts';

/** The types are in the order of the changes that one write makes; labels in the order of the request. */
export const changeTypes = [
  'prompt.created',
  'prompt.changed',
  'version.published',
  'label.moved',
  'prompt.deleted',
  'protection.changed',
] as const;
export type ChangeType = (typeof changeTypes)[number];

export const changedFields = ['name', 'description', 'tags', 'archived'] as const;
export type ChangedField = (typeof changedFields)[number];

interface PromptFields {
  readonly promptId: PromptId;
  /** The name that the prompt has after the change. */
  readonly name: PromptName;
  readonly by: Channel;
  /** Set for changes by an import, of which only the net effect is recorded. */
  readonly imported?: true;
}

export interface PromptCreated extends PromptFields {
  readonly type: PromptType;
  readonly version: number;
}

export interface PromptChanged extends PromptFields {
  readonly changed: readonly ChangedField[];
  /** Present only after a rename. */
  readonly previousName?: PromptName;
}

/** Recorded for every published version but the one that a prompt is created with. */
export interface VersionPublished extends PromptFields {
  readonly version: number;
  readonly hash: ContentHash;
  readonly message: string;
  readonly restoredFrom: number | null;
}

export interface LabelMoved extends PromptFields {
  readonly label: Label;
  /** Null when the label was removed. */
  readonly version: number | null;
  /** Null when the prompt did not have the label. */
  readonly previous: number | null;
  /** The hash of the version that the label points to; null when the label was removed. */
  readonly hash: ContentHash | null;
  /** The fingerprint that the label serves from this move on; missing where `hash` is null and before 0.2. */
  readonly fingerprint?: Fingerprint | undefined;
  readonly rollback?: true | undefined;
  readonly message: string;
}

export interface PromptDeleted extends PromptFields {
  readonly latestVersion: number;
}

/** The account's list of protected labels changed. */
export interface ProtectionChanged {
  readonly labels: readonly Label[];
  readonly added: readonly Label[];
  readonly removed: readonly Label[];
  readonly by: Channel;
}

/** The type and details of a change, without any prompt content. */
export type ChangeContent =
  | { readonly type: 'prompt.created'; readonly data: PromptCreated }
  | { readonly type: 'prompt.changed'; readonly data: PromptChanged }
  | { readonly type: 'version.published'; readonly data: VersionPublished }
  | { readonly type: 'label.moved'; readonly data: LabelMoved }
  | { readonly type: 'prompt.deleted'; readonly data: PromptDeleted }
  | { readonly type: 'protection.changed'; readonly data: ProtectionChanged };

/** Position of a change in the feed of its account: the account's revision after the write, and a number within it. */
export interface ChangePosition {
  readonly revision: number;
  /** Counts from 1, rising, with gaps. */
  readonly n: number;
}

/** One entry of an account's feed, immutable. */
export type Change = ChangePosition & ChangeContent & { readonly at: Date };

export const comparePositions = (one: ChangePosition, other: ChangePosition): number =>
  one.revision - other.revision || one.n - other.n;

/** The oldest are deleted beyond this. */
export const CHANGES_PER_ACCOUNT_MAX = 100_000;
