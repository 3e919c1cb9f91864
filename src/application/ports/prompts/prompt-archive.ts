import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { PromptMetadata } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft } from '../../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../../domain/prompts/quotas.ts';
import type {
  AccountPreconditions,
  CreatedPrompt,
  LabelsProtected,
  NameTaken,
  Preconditions,
  Stale,
} from './prompt-writer.ts';

/**
 * Exports and imports whole histories, with the same visibility, guards and failures as PromptReader and PromptWriter.
 * The account's feed shows the net effect of an import (toImportedMoves), not the history that came with it.
 * Every sentence here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface PromptArchive {
  /**
   * Versions with their content, oldest first, only numbers above `after`. No more than fit into `bytesMax`, but at least
   * one; the others are not loaded.
   */
  readVersions(owner: AccountId, id: PromptId, page: FullPage): Promise<readonly PromptVersion[]>;

  /** Moves of all labels, label by label, each label's oldest first, only those that follow `after`. */
  readMoves(owner: AccountId, id: PromptId, page: ArchivedMovePage): Promise<readonly LabelMove[]>;

  /**
   * Writes a prompt from another installation, with all its versions, moves and times. Its labels follow from the moves.
   * Returns the latest version. `protected`: one of the moves is of a protected label.
   */
  restore(prompt: RestoredPrompt): Promise<CreatedPrompt | NameTaken | LabelsProtected | QuotaExceeded | Stale>;

  /** The distinct contents of these versions that the account does not store yet, for a preview of what they would add. */
  findNewContents(owner: AccountId, versions: readonly VersionDraft[]): Promise<readonly NewContent[]>;

  /**
   * Adds versions and moves, with their times, after those that a prompt already has. There is at least one of either.
   * `protected`: one of the moves is of a protected label.
   */
  append(addition: PromptAddition): Promise<Appended | LabelsProtected | QuotaExceeded | Stale>;
}

export interface Appended {
  readonly kind: 'appended';
}

export interface NewContent {
  /** Equal for equal contents of an account. */
  readonly digest: string;
  /** The size as the quota for content counts it. */
  readonly bytes: number;
}

export interface FullPage {
  readonly after: number;
  readonly limit: number;
  /** Limits content, variables and configs as JSON. */
  readonly bytesMax: number;
}

export interface ArchivedMovePage {
  /** The last move of the previous page. */
  readonly after?: MovePosition | undefined;
  readonly limit: number;
}

export type MovePosition = Pick<LabelMove, 'label' | 'movedAt'>;

/** A stored version with its includes. */
export interface StoredVersion extends PromptVersion {
  readonly includes: readonly IncludeTarget[];
}

export interface RestoredPrompt {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly [StoredVersion, ...StoredVersion[]];
  /** Each label's oldest first. */
  readonly moves: readonly LabelMove[];
  /** The actor and the time of the import. */
  readonly by: Actor;
  readonly at: Date;
  readonly preconditions: AccountPreconditions;
}

export interface PromptAddition {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly versions: readonly StoredVersion[];
  readonly moves: readonly LabelMove[];
  readonly by: Actor;
  readonly at: Date;
  readonly preconditions: Preconditions & { readonly revision: number };
}
