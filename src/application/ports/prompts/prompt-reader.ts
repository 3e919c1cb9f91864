import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Credential } from '../../../domain/accounts/actor.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId, PromptName, PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt, PromptType, VersionChoice } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionSummary } from '../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import type { PromptsState, WriteId } from '../../../domain/prompts/write-id.ts';

/**
 * Reads one prompt of an account: its immutable versions, its labels and the history of their moves.
 *
 * An account's prompts are invisible to every other account. Every change is visible on every instance once the promise
 * of its write has resolved. Rejects with StorageUnavailable when the backend does not respond.
 * Every sentence here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface PromptReader {
  find(owner: AccountId, reference: PromptReference): Promise<Prompt | undefined>;

  /**
   * A prompt and the selected version, read in one step. The version is undefined when the choice selects none. With a
   * credential, rejects with CredentialRetired unless the account has it in that step.
   */
  read(
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    credential?: Credential,
  ): Promise<PromptReading | undefined>;

  /** All that a conditional read needs, without loading any content. */
  readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PromptHead | undefined>;

  /**
   * The prompts that includes point to, in the order of the targets, without loading any content. Undefined where there
   * is no such prompt.
   */
  readIncludedHeads(
    owner: AccountId,
    targets: readonly IncludeTarget[],
  ): Promise<readonly (IncludedHead | undefined)[]>;

  findVersion(owner: AccountId, id: PromptId, version: number): Promise<PromptVersion | undefined>;

  /**
   * Newest first, only numbers below `before`. Ends before the variables and configs exceed `bytesMax`, though not before
   * the first version; the others are not loaded.
   */
  listVersions(owner: AccountId, id: PromptId, page: VersionPage): Promise<readonly VersionSummary[]>;

  /** The newest version that was published at that moment or earlier. */
  findLatestAt(owner: AccountId, id: PromptId, at: Date): Promise<number | undefined>;

  /** Newest first, only moves earlier than `before`. Moves outlive the label itself. */
  listMoves(owner: AccountId, id: PromptId, label: Label, page: MovePage): Promise<readonly LabelMove[]>;

  /** Every include of every version of these prompts, each once, in any order. */
  listIncludes(owner: AccountId, names: readonly PromptName[], after?: IncludeCursor): Promise<IncludePage>;

  /** Every include, in any version of any prompt, that points to this prompt, each once, in any order. */
  listIncluders(owner: AccountId, name: PromptName, after?: IncludeCursor): Promise<IncludePage>;

  /** The account's revision: raised by every change of any of its prompts, 0 before the first. */
  readRevision(owner: AccountId): Promise<number>;

  /** The account's revision with the id of the write that raised it: the same only as long as nothing has changed. */
  readState(owner: AccountId): Promise<PromptsState>;
}

export interface PromptReading {
  readonly prompt: Prompt;
  readonly version: PromptVersion | undefined;
  /** The lock of the label that selected the version; undefined if none did, or if it has no lock. */
  readonly lock?: ReleaseLock | undefined;
}

export interface FullReading extends PromptReading {
  readonly version: PromptVersion;
}

export interface PromptHead {
  readonly id: PromptId;
  readonly revision: number;
  readonly writeId: WriteId;
  /** Undefined when the choice selects none. */
  readonly version: number | undefined;
  /** The label that selected the version, also under the default rule; undefined when no label did. */
  readonly label: Label | undefined;
}

export interface IncludedHead {
  readonly id: PromptId;
  readonly revision: number;
  readonly writeId: WriteId;
  readonly type: PromptType;
  /**
   * The length of the content as it is stored: not less than its length in UTF-8, and of printable text at most about
   * twice as much. Undefined when the target selects no version.
   */
  readonly storedBytes: number | undefined;
}

export interface VersionPage {
  readonly before?: number | undefined;
  readonly limit: number;
  /** The limit in bytes of JSON. Unlimited when left out. */
  readonly bytesMax?: number | undefined;
}

export interface MovePage {
  readonly before?: Date | undefined;
  readonly limit: number;
}

/** Has a limited number of includes, so that no query blocks others for long. */
export interface IncludePage {
  readonly includes: readonly Include[];
  /** The cursor for the next page of the same query; undefined on the last one. */
  readonly next: IncludeCursor | undefined;
}

/** A cursor that only the backend that returned it understands. */
export type IncludeCursor = string;

export interface Include {
  readonly includer: PromptName;
  readonly target: IncludeTarget;
}
