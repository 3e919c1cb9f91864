import type { MoveDocument } from '../../domain/prompts/prompt-document.ts';
import type { ContentInput } from '../../domain/templates/prompt-content.ts';
import type { VariableInput } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';

/** A prompt of another tool whose templates are converted already, but whose names and limits are not yet checked. */
export interface ForeignPrompt {
  readonly file: string;
  /** Path of the prompt in the file; empty if the file holds only this one. */
  readonly path: string;
  /** The tool's own name, or the file's path without its extension. `foreignName` makes it valid later. */
  readonly name: string;
  readonly description?: string | undefined;
  /** The tool's own tags; they are made valid later. */
  readonly tags?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  /** At least one version; the order does not matter. */
  readonly versions: readonly ForeignVersion[];
  /** The label of each of these numbers of the tool. Left out if the tool has no labels: `--label` applies then. */
  readonly labels?: ReadonlyMap<string, number> | undefined;
  /** All moves of labels, with numbers that count from 1. Only Prompthold itself has them. */
  readonly history?: readonly MoveDocument[] | undefined;
}

export interface ForeignVersion {
  /** The tool's number. 1 if the tool has no versions. */
  readonly number: number;
  /** Path of the version in the file, for reports. */
  readonly path: string;
  /** The file of this version, if not that of the prompt. */
  readonly file?: string | undefined;
  readonly content: ContentInput;
  /** Declarations of the tool, under names that are valid here. Variables used but not declared are inferred. */
  readonly variables?: readonly VariableInput[] | undefined;
  readonly config: JsonObject;
  /** Defaults to `imported from <file>`. */
  readonly message?: string | undefined;
  /** Defaults to now. */
  readonly publishedAt?: Date | undefined;
  /** Only exports of Prompthold itself have `hash` and `restoredFrom`. */
  readonly hash?: string | undefined;
  readonly restoredFrom?: number | undefined;
}
