import type { SourceName } from './conversion.ts';
import type { ForeignPrompt } from './foreign-prompt.ts';
import type { OpenedFile, ParseYaml } from './opened-file.ts';

/** One format of another tool. */
export interface SourceFormat {
  /** `prompthold` cannot be named by the user, only detected. */
  readonly name: SourceName | 'prompthold';
  /** Recognizes a file by its name, and by its content where the name is not enough. */
  readonly detects: (file: OpenedFile) => boolean;
  /**
   * Converts all files of this format. It also gets files that `detects` would not have chosen, if the user named the
   * format; it refuses those that it cannot read.
   */
  readonly convert: (files: readonly OpenedFile[], context: ConversionContext) => readonly ForeignPrompt[];
}

/** The functions that converters report problems with. */
export interface Reports {
  /** Reports what a prompt loses; the prompt itself is imported. */
  readonly lose: Report;
  /** Reports that a file, or the prompt at this path, is not imported. */
  readonly refuse: Report;
}

/** Without a line, that of the path is looked up. Returns undefined, as converters do for what is refused. */
type Report = (file: { readonly path: string }, path: string, problem: string, line?: number) => undefined;

/** Everything that a format needs besides its files. */
export interface ConversionContext extends Reports {
  readonly source: SourceFormat['name'];
  /** Import what cannot be converted with every tag escaped. */
  readonly raw: boolean;
  readonly parseYaml: ParseYaml;
  /** Another file of the import, of any format, such as `a.txt` that a promptfoo configuration names. */
  readonly find: (path: string) => OpenedFile | undefined;
  /** The paths of all files of the import. */
  readonly paths: readonly string[];
}
