import type { Change, ChangePosition } from '../../../../domain/changes/change.ts';
import { fromChangeRow } from '../../rows/change-row.ts';
import type { UnreadRow } from '../../rows/row-fields.ts';
import { fieldsIn, type HashReply } from '../connection/hash-reply.ts';

/** An entry of a stream: `<revision>-<n>`, then fields and values in turn. */
export type FeedEntry = readonly [id: string, fields: HashReply];

/** Types whose message is text, even if it is empty. An empty field of any other kind stands for null. */
const TYPES_WITH_MESSAGE = ['version.published', 'label.moved'];

export const toChange = (reply: FeedEntry): Change => fromChangeRow(toRow(reply));

export function toPosition([id]: FeedEntry): ChangePosition {
  const [revision, n] = id.split('-');
  return { revision: Number(revision), n: Number(n) };
}

export function toRow(reply: FeedEntry): UnreadRow {
  const [, fields] = reply;
  const row = Object.fromEntries(fieldsIn(fields).map(([field, value]) => [field, value || null]));
  const hasMessage = TYPES_WITH_MESSAGE.includes(row['type'] ?? '');
  return { ...row, message: hasMessage ? (row['message'] ?? '') : null, ...toPosition(reply) };
}
