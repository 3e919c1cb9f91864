import type { Change, ChangeContent, ChangeType } from '../../domain/changes/change.ts';
import { type ChangeId, changeIdOf } from '../../domain/changes/change-id.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../domain/text/json.ts';
import type { ContentHashing } from '../ports/hashing.ts';

/** A change as clients see it: in the feed, on streams and in webhooks. */
export interface ChangeEvent {
  readonly id: ChangeId;
  readonly type: ChangeType;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly data: JsonObject;
}

/** Computes the id, whose check part depends on everything that clients see. */
export function presentChange(change: Change, hashing: ContentHashing): ChangeEvent {
  const { type } = change;
  const timestamp = change.at.toISOString();
  const data = presentData(change);
  const digest = hashing.hash(canonicalJson({ type, timestamp, data })).slice(HASH_PREFIX.length);
  return { id: changeIdOf(change, digest), type, timestamp, data };
}

const HASH_PREFIX = 'sha256:';

type DataOf<Type extends ChangeType> = Extract<ChangeContent, { readonly type: Type }>['data'];

/** The fields that clients see. Storages may return others, or the same ones in another order. */
const FIELDS: { readonly [Type in ChangeType]: readonly (keyof DataOf<Type>)[] } = {
  'prompt.created': ['promptId', 'name', 'type', 'version', 'by', 'imported'],
  'prompt.changed': ['promptId', 'name', 'changed', 'previousName', 'by', 'imported'],
  'version.published': ['promptId', 'name', 'version', 'hash', 'by', 'message', 'restoredFrom', 'imported'],
  'label.moved': [
    'promptId',
    'name',
    'label',
    'version',
    'previous',
    'hash',
    'fingerprint',
    'rollback',
    'by',
    'message',
    'imported',
  ],
  'prompt.deleted': ['promptId', 'name', 'latestVersion', 'by', 'imported'],
  'protection.changed': ['labels', 'added', 'removed', 'by'],
};

function presentData({ type, data }: ChangeContent): JsonObject {
  const all = new Map<string, JsonValue | undefined>(Object.entries(data));
  return Object.fromEntries(
    FIELDS[type].flatMap((field) => {
      const value = all.get(field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
