import type { Change, ChangeContent, ChangeType } from '../../domain/changes/change.ts';
import { type ChangeId, changeIdOf } from '../../domain/changes/change-id.ts';
import { canonicalJson, type JsonObject } from '../../domain/text/json.ts';
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

/** Picks every field by name: storages may return others, or the same ones in another order. */
function presentData(change: ChangeContent): JsonObject {
  switch (change.type) {
    case 'prompt.created': {
      const { promptId, name, type, version, by } = change.data;
      return { promptId, name, type, version, by, ...presentImported(change.data) };
    }
    case 'prompt.changed': {
      const { promptId, name, changed, previousName, by } = change.data;
      const renamed = previousName === undefined ? {} : { previousName };
      return { promptId, name, changed, ...renamed, by, ...presentImported(change.data) };
    }
    case 'version.published': {
      const { promptId, name, version, hash, by, message, restoredFrom } = change.data;
      return { promptId, name, version, hash, by, message, restoredFrom, ...presentImported(change.data) };
    }
    case 'label.moved': {
      const { promptId, name, label, version, previous, hash, by, message } = change.data;
      return { promptId, name, label, version, previous, hash, by, message, ...presentImported(change.data) };
    }
    case 'prompt.deleted': {
      const { promptId, name, latestVersion, by } = change.data;
      return { promptId, name, latestVersion, by, ...presentImported(change.data) };
    }
    case 'protection.changed': {
      const { labels, added, removed, by } = change.data;
      return { labels, added, removed, by };
    }
    default:
      return change satisfies never;
  }
}

const presentImported = ({ imported }: { readonly imported?: true }): JsonObject =>
  imported === undefined ? {} : { imported };
