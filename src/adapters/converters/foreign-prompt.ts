import type { LabelMove } from '../../domain/prompts/label-move.ts';
import type { ContentInput } from '../../domain/templates/prompt-content.ts';
import type { VariableInput } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';

/** A prompt of another tool whose templates are converted already, but whose names and limits are not yet checked. */
export interface ForeignPrompt {
  readonly file: string;
  /** Where in the file the prompt is; empty if the file holds only this one. */
  readonly path: string;
  /** As the tool has it, or the file's path without its extension. `foreignName` makes it valid later. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Made valid later. */
  readonly tags?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  /** In any order, at least one. */
  readonly versions: readonly ForeignVersion[];
  /** The label of each of these numbers of the tool. Left out if the tool has no labels: `--label` applies then. */
  readonly labels?: ReadonlyMap<string, number> | undefined;
  /** All moves of labels, with numbers that count from 1. Only Prompthold itself has them. */
  readonly history?: readonly LabelMove[] | undefined;
}

export interface ForeignVersion {
  /** The tool's number. 1 if the tool has no versions. */
  readonly number: number;
  /** Where in the file the version is, for reports. */
  readonly path: string;
  /** The file of this version, if not that of the prompt. */
  readonly file?: string | undefined;
  readonly content: ContentInput;
  /** What the tool declares, under names that are valid here. Variables that are used but not declared are inferred. */
  readonly variables?: readonly VariableInput[] | undefined;
  readonly config: JsonObject;
  /** Left out: `imported from <file>`. */
  readonly message?: string | undefined;
  /** Left out: now. */
  readonly publishedAt?: Date | undefined;
  /** Only Prompthold itself has these two. */
  readonly hash?: string | undefined;
  readonly restoredFrom?: number | undefined;
}
