import type { JsonObject } from '../../../domain/text/json.ts';
import type { ForeignPrompt, ForeignVersion } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';

/** An entry of an export in which each is one version; versions of a prompt have its name. */
export interface VersionEntry {
  readonly file: OpenedFile;
  readonly path: string;
  readonly entry: JsonObject;
  readonly name: string;
  readonly number: number;
}

/** Converts prompts with all their versions. One of which a version is refused is left out. */
export const convertPrompts = (
  entries: readonly VersionEntry[],
  convertVersion: (entry: VersionEntry) => ForeignVersion | undefined,
  describe: (versions: readonly VersionEntry[]) => Omit<ForeignPrompt, 'name' | 'versions'>,
): readonly ForeignPrompt[] =>
  [...Map.groupBy(entries, ({ name }) => name)].flatMap(([name, own]) => {
    const versions = own.flatMap((entry) => convertVersion(entry) ?? []);
    return versions.length < own.length ? [] : [{ ...describe(own), name, versions }];
  });
