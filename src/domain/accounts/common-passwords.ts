import lines from './common-passwords.json' with { type: 'json' };

/** No entry is longer. */
export const commonPasswordCharactersMax = 24;

let ranks: ReadonlyMap<string, number> | undefined;

/**
 * The rank of a password in lower case among the most common leaked ones, from 1; undefined when it is not one of them.
 *
 * They are from zxcvbn-ts (MIT license, copyright 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 zxcvbn-ts), the most
 * frequent first: the first 16,000, and all longer ones of at least 11 characters.
 */
export function commonPasswordRank(password: string): number | undefined {
  // Built when a password is first set: most processes never need it.
  ranks ??= new Map(lines.flatMap((line) => line.split(' ')).map((common, index) => [common, index + 1]));
  return ranks.get(password);
}
