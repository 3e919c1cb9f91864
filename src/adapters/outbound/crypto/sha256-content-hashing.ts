import { hash } from 'node:crypto';
import type { ContentHashing } from '../../../application/ports/content-hashing.ts';
import type { ContentHash } from '../../../domain/prompts/prompt-version.ts';

export const sha256ContentHashing: ContentHashing = {
  hash: (canonicalText) => `sha256:${hash('sha256', canonicalText, 'hex')}` as ContentHash,
};
