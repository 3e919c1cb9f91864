import type { Branded } from '../branded.ts';
import type { PromptContent } from '../templates/prompt-content.ts';
import type { VariableDeclaration } from '../templates/variables.ts';
import { characterCount } from '../text/character-count.ts';
import type { JsonObject } from '../text/json.ts';

/** `sha256:` and 64 hex characters over the canonical text of a version: equal hashes do the same. */
export type ContentHash = Branded<string, 'ContentHash'>;

/** What an author decides when publishing: everything of a version but its number and its time. */
export interface VersionDraft {
  readonly content: PromptContent;
  readonly variables: readonly VariableDeclaration[];
  readonly config: JsonObject;
  /** Why this version exists; empty when the author did not say. */
  readonly message: string;
  readonly hash: ContentHash;
  readonly restoredFrom: number | null;
}

/** Immutable, for ever. Versions of a prompt count up from 1 without gaps. */
export interface PromptVersion extends VersionDraft {
  readonly version: number;
  readonly publishedAt: Date;
}

/** A version as lists show it: without its words. */
export type VersionSummary = Omit<PromptVersion, 'content'>;

export const MESSAGE_CHARACTERS_MAX = 500;

/** Also for the reasons of label moves. */
export const isMessage = (text: string): boolean => characterCount(text) <= MESSAGE_CHARACTERS_MAX;
