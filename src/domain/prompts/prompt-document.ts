import type { ContentInput } from '../templates/prompt-content.ts';
import type { VariableInput } from '../templates/variables.ts';
import type { LabelMove } from './label-move.ts';
import type { PromptType } from './prompt.ts';
import type { Fingerprint, LockedInclude, LockPeriod } from './release.ts';

/** A prompt as an export wrote it: of the right shape, but not yet checked. */
export interface PromptDocument {
  readonly name: string;
  readonly type: PromptType;
  readonly description: string;
  readonly tags: readonly string[];
  readonly archived: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly VersionDocument[];
  readonly history: readonly MoveDocument[];
}

/** A move in an export. Its locks name prompts, because ids differ from installation to installation. */
export interface MoveDocument extends Omit<LabelMove, 'locks'> {
  readonly locks?: readonly LockDocument[] | undefined;
}

export interface LockDocument extends Omit<LockPeriod, 'lock'> {
  readonly lock: {
    readonly fingerprint: Fingerprint;
    readonly includes: readonly Omit<LockedInclude, 'promptId'>[];
  } | null;
}

export interface VersionDocument {
  readonly version: number;
  readonly content: ContentInput;
  readonly variables: readonly VariableInput[];
  readonly config: unknown;
  readonly message: string;
  /** Left out where the writer could not compute it, such as a browser on plain HTTP. */
  readonly hash?: string | undefined;
  readonly restoredFrom: number | null;
  readonly publishedAt: Date;
}
