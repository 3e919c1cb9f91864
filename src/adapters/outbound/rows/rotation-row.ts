import type { RotationRecord } from '../../../domain/accounts/key-rotation.ts';
import { channels } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';

/** The one shape in which every backend keeps the record of a rotation. */
export function fromRotationRow(row: Readonly<Record<string, unknown>>): RotationRecord {
  const by = channels.find((door) => door === row['rotated_by']);
  const address = row['address'];
  invariant(by !== undefined, 'a stored rotation names its door');
  invariant(address === null || typeof address === 'string', 'a stored rotation has an address or none');
  return { number: Number(row['number']), at: new Date(Number(row['rotated_at'])), by, address };
}
