import { parsePromptId } from '../../../../domain/naming/prompt-name.ts';
import { printText } from './printed-text.ts';

const BELOW_PROMPTS = /^\/(?:dashboard\/)?api\/prompts\/(.*[^/])\/*$/;

/** Matches what follows a name in the paths of operations. A test compares it with the table of operations. */
const BELOW_NAME =
  /\/(?:versions(?:\/[^/]+)?|render|diff|usage|includers|impact|labels(?:\/[^/]+(?:\/(?:history|rollback|arrival))?)?)$/;

/** The name in a path whose slashes were not encoded, as the client should have written it; undefined if there is none. */
export function encodeNameIn(path: string): string | undefined {
  const [, rest = ''] = BELOW_PROMPTS.exec(path) ?? [];
  const name = rest.replace(BELOW_NAME, '');
  return encodeSlashes(name.includes('/') ? name : rest);
}

/** Like `encodeNameIn`, if all that follows is a name, even where it reads like an operation: `support/versions`. */
export function encodeAllBelowPrompts(path: string): string | undefined {
  const [, rest = ''] = BELOW_PROMPTS.exec(path) ?? [];
  return encodeSlashes(rest);
}

function encodeSlashes(name: string): string | undefined {
  const parts = name.split('/');
  const isName = parts.length > 1 && !parts.includes('') && !parsePromptId(parts[0] ?? '');
  return isName ? parts.join('%2F') : undefined;
}

export const adviseEncoded = (name: string): string =>
  `Write the name of the prompt as ${printText(name)}, with %2F for each slash.`;
