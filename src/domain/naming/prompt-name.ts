import type { Branded } from '../branded.ts';
import { timedId } from '../timed-id.ts';

/** `p_<milliseconds since 1970>_<6 characters>`. Stays the same when the prompt is renamed. */
export type PromptId = Branded<string, 'PromptId'>;

/** The path-like name of a prompt, unique per account. */
export type PromptName = Branded<string, 'PromptName'>;

/** How a caller refers to a prompt. The two forms never overlap, because no name has the form of an id. */
export type PromptReference =
  | { readonly by: 'id'; readonly id: PromptId }
  | { readonly by: 'name'; readonly name: PromptName };

export type PromptNameProblem = 'malformed' | 'too-long' | 'too-many-segments' | 'looks-like-an-id';

export const NAME_CHARACTERS_MAX = 128;
export const NAME_SEGMENTS_MAX = 5;
const SEGMENT = '[a-z0-9][a-z0-9._-]*';
export const NAME_SEGMENT_PATTERN = new RegExp(`^${SEGMENT}$`);
/** Checks all rules for names but two: their length, and that no name has the form of an id. */
export const NAME_PATTERN = new RegExp(`^${SEGMENT}(/${SEGMENT}){0,${NAME_SEGMENTS_MAX - 1}}$`);
export const PROMPT_ID_PATTERN = /^p_\d{13}_[a-z0-9]{6}$/;

export function parsePromptId(text: string): PromptId | undefined {
  return PROMPT_ID_PATTERN.test(text) ? (text as PromptId) : undefined;
}

export const newPromptId = (at: Date, entropy: Uint8Array): PromptId => timedId('p', at, entropy) as PromptId;

export function parsePromptName(text: string): PromptName | undefined {
  const isName = text.length <= NAME_CHARACTERS_MAX && NAME_PATTERN.test(text) && !PROMPT_ID_PATTERN.test(text);
  return isName ? (text as PromptName) : undefined;
}

/** Why this text cannot be the name of a prompt; undefined when it can. */
export function promptNameProblem(text: string): PromptNameProblem | undefined {
  // Check the length first, so that the other checks are cheap whatever the caller sent.
  if (text.length > NAME_CHARACTERS_MAX) return 'too-long';
  if (PROMPT_ID_PATTERN.test(text)) return 'looks-like-an-id';
  const segments = text.split('/');
  if (!segments.every((segment) => NAME_SEGMENT_PATTERN.test(segment))) return 'malformed';
  return segments.length > NAME_SEGMENTS_MAX ? 'too-many-segments' : undefined;
}

export function parsePromptReference(text: string): PromptReference | undefined {
  const id = parsePromptId(text);
  if (id) return { by: 'id', id };
  const name = parsePromptName(text);
  return name && { by: 'name', name };
}

/** Everything before the last `/`; empty for a prompt at the top level. */
export function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}
