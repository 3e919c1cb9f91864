import type { PromptDocument } from '../../domain/prompts/prompt-document.ts';

/** The formats that the user can name. `langwatch` files have the form of `github` files. */
export const SOURCE_NAMES = [
  'langfuse',
  'openai',
  'github',
  'langwatch',
  'dotprompt',
  'litellm',
  'prompty',
  'promptfoo',
  'promptlayer',
  'humanloop',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
/** `auto`: each file in the format that it is detected as. */
export type SourceChoice = SourceName | 'auto';

/** A text file of another tool. */
export interface SourceFile {
  /** Relative to the folder that is imported, with `/` on every system. */
  readonly path: string;
  readonly text: string;
  /** The user chose this file itself, not a folder with it: then it must be a prompt. */
  readonly isChosen?: boolean | undefined;
  /** The file is present only because another file names it: it is no prompt of its own. */
  readonly isReference?: boolean | undefined;
}

/** Something that an import cannot carry over. */
export interface Loss {
  readonly file: string;
  /** Location in the file: a path of keys like `messages.0.content`, or a line like `line 7`; empty for all of it. */
  readonly path: string;
  readonly problem: string;
  /** Undefined when the whole file is meant. */
  readonly line?: number | undefined;
}

/**
 * A file, or a prompt in it, that is not imported at all. The problem is a whole message, such as
 * `not convertible: greeting.prompt:7 {% if age >= 18 %}`.
 */
export type Refusal = Loss;

/** The prompts converted from another tool, what they lose, and what is not imported. */
export interface Conversion {
  readonly documents: readonly PromptDocument[];
  readonly losses: readonly Loss[];
  readonly refusals: readonly Refusal[];
  /** Files in which no format found prompts, such as a `package.json` between them. */
  readonly ignored: readonly string[];
}
