import type { LabelOrLatest } from '../../domain/naming/label.ts';
import type { VersionSelector } from '../../domain/naming/version-selector.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';

/** The prompt exists, but not with what was asked for. Carries the prompt, so that the caller learns what it has. */
export interface LabelNotFound {
  readonly kind: 'label-not-found';
  readonly prompt: Prompt;
  readonly label: LabelOrLatest;
  /** If the label was asked for as of that moment. */
  readonly at?: Date | undefined;
}

export interface VersionNotFound {
  readonly kind: 'version-not-found';
  readonly prompt: Prompt;
  /** Undefined if none was published at that moment. */
  readonly version: number | undefined;
  readonly at?: Date | undefined;
}

export interface TypeMismatch {
  readonly kind: 'type-mismatch';
  readonly prompt: Prompt;
}

export const toMissing = (prompt: Prompt, selector: VersionSelector): LabelNotFound | VersionNotFound =>
  selector.by === 'label'
    ? { kind: 'label-not-found', prompt, label: selector.label }
    : { kind: 'version-not-found', prompt, version: selector.version };
