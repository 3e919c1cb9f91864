import type { Branded } from '../branded.ts';
import type { PromptContent } from '../templates/prompt-content.ts';
import type { VariableDeclaration } from '../templates/variables.ts';
import { characterCount } from '../text/character-count.ts';
import type { JsonObject } from '../text/json.ts';

/** `sha256:` and the 64 hex digits of a version's canonical text: versions with equal hashes behave the same. */
export type ContentHash = Branded<string, 'ContentHash'>;

export const CONTENT_HASH_PATTERN = /^sha256:[0-9a-f]{64}$/;

/** Everything that an author decides about a version, that is all but its number and time. */
export interface VersionDraft {
  readonly content: PromptContent;
  readonly variables: readonly VariableDeclaration[];
  readonly config: JsonObject;
  /** Why this version exists; may be empty. */
  readonly message: string;
  readonly hash: ContentHash;
  readonly restoredFrom: number | null;
}

/** Immutable. The versions of a prompt are numbered from 1 without gaps. */
export interface PromptVersion extends VersionDraft {
  readonly version: number;
  readonly publishedAt: Date;
}

/** A version as lists show it: without its content. */
export type VersionSummary = Omit<PromptVersion, 'content'>;

/** A page of versions ends before it exceeds this, whatever its limit. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;

export const MESSAGE_CHARACTERS_MAX = 500;

/** Checks the messages of versions and of label moves. */
export const isMessage = (text: string): boolean => characterCount(text) <= MESSAGE_CHARACTERS_MAX;
