import { LATEST } from '../../../../domain/naming/label.ts';
import { parseVersionSelector } from '../../../../domain/naming/version-selector.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { CONTENT_HASH_PATTERN, type ContentHash } from '../../../../domain/prompts/prompt-version.ts';

/** Selection by the part after the colon in `pull("name:commit")`. */
export type Commit =
  | { readonly by: 'choice'; readonly choice: VersionChoice }
  | { readonly by: 'hash'; readonly hash: ContentHash };

const HASH_PREFIX = 'sha256:';

/** Clients send `latest` if they name no commit, so it stands for the default rule. */
export function parseCommit(text: string): Commit | undefined {
  if (text === LATEST) return { by: 'choice', choice: DEFAULT_CHOICE };
  const hash = `${HASH_PREFIX}${text}`;
  if (CONTENT_HASH_PATTERN.test(hash)) return { by: 'hash', hash: hash as ContentHash };
  const choice = parseVersionSelector(text);
  return choice && { by: 'choice', choice };
}

/** Clients take a commit for a bare hash. */
export const printCommit = (hash: ContentHash): string => hash.slice(HASH_PREFIX.length);
