import type { ContentHash } from '../../domain/prompts/prompt-version.ts';

export interface ContentHashing {
  /** The same for the same text, everywhere and for ever. */
  hash(canonicalText: string): ContentHash;
}
