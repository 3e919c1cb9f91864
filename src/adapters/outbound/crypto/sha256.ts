import { createHash, hash } from 'node:crypto';
import type { ContentHashing, NewDigest } from '../../../application/ports/hashing.ts';
import type { SessionSecrets } from '../../../application/ports/secrets.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';
import type { ContentHash } from '../../../domain/prompts/prompt-version.ts';

export const sha256ContentHashing: ContentHashing = {
  hash: (canonicalText) => `sha256:${hash('sha256', canonicalText, 'hex')}` as ContentHash,
};

export const sha256SessionSecrets: SessionSecrets = {
  digest: (secret) => hash('sha256', secret.reveal(), 'hex') as SessionDigest,
};

export const sha256Digest: NewDigest = () => {
  const running = createHash('sha256');
  return { update: (text) => void running.update(text, 'utf8'), end: () => running.digest('hex') };
};
