import { createHash } from 'node:crypto';
import type { NewDigest } from '../../../application/ports/running-digest.ts';

export const sha256Digest: NewDigest = () => {
  const hash = createHash('sha256');
  return { update: (text) => void hash.update(text, 'utf8'), end: () => hash.digest('hex') };
};
