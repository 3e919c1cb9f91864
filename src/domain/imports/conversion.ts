import type { PromptDocument } from './prompt-document.ts';

/** A text file of another tool. */
export interface SourceFile {
  /** Relative to the folder that is imported, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** Something that an import cannot carry over. */
export interface Loss {
  readonly file: string;
  /** Where in the file: a path of keys, or a line. */
  readonly path: string;
  readonly problem: string;
}

/** What the prompts of another tool become here, and what gets lost. */
export interface Conversion {
  readonly documents: readonly PromptDocument[];
  readonly losses: readonly Loss[];
}
