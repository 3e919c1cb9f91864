import { createHmac } from 'node:crypto';
import { SNAPSHOT_KEY_PURPOSE, withSignature } from '../../../../domain/snapshots/snapshot.ts';

/** Clients use a snapshot only if it was signed with their own key. */
export function signSnapshot(text: string, key: string): string {
  const signingKey = createHmac('sha256', key).update(SNAPSHOT_KEY_PURPOSE).digest();
  return withSignature(text, createHmac('sha256', signingKey).update(text).digest('hex'));
}
