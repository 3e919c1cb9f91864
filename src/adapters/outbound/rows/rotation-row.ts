import type { RotationRecord } from '../../../domain/accounts/key-rotation.ts';
import { channels } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { UnreadRow } from './row-fields.ts';

/** The record of a rotation as every backend stores it. */
export function fromRotationRow(row: UnreadRow): RotationRecord {
  const by = channels.find((channel) => channel === row['rotated_by']);
  const address = row['address'];
  invariant(by !== undefined, 'a stored rotation names its channel');
  invariant(address === null || typeof address === 'string', 'a stored rotation has an address or none');
  return { number: Number(row['number']), at: new Date(Number(row['rotated_at'])), by, address };
}
