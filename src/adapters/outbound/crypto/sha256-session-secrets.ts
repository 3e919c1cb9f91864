import { hash } from 'node:crypto';
import type { SessionSecrets } from '../../../application/ports/session-secrets.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';

export const sha256SessionSecrets: SessionSecrets = {
  digest: (secret) => hash('sha256', secret.reveal(), 'hex') as SessionDigest,
};
