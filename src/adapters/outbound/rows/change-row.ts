import {
  type Change,
  type ChangeContent,
  type ChangedField,
  type ChangeType,
  changeTypes,
} from '../../../domain/changes/change.ts';
import { type Channel, channels } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { PromptType } from '../../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../../domain/prompts/prompt-version.ts';
import type { Fingerprint } from '../../../domain/prompts/release.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { moment, nullableWhole, text, type UnreadRow, whole } from './row-fields.ts';
import type { RowOf } from './transfer-row.ts';

/** The fields without columns of their own, in the order in which they are written. */
interface Extra {
  readonly type?: PromptType;
  readonly changed?: readonly ChangedField[];
  readonly previousName?: PromptName;
  readonly restoredFrom?: number;
  readonly labels?: readonly Label[];
  readonly added?: readonly Label[];
  readonly removed?: readonly Label[];
  readonly rollback?: true | undefined;
  readonly fingerprint?: Fingerprint | undefined;
  readonly imported?: true;
}

/** Null if there is nothing to write. */
export const toExtra = (extra: Extra): string | null =>
  Object.values(extra).some((value) => value !== undefined) ? JSON.stringify(extra) : null;

const NO_COLUMNS = { label: null, version: null, previous: null, hash: null, message: null, extra: null };

/**
 * A change as every backend stores it: columns in SQL, fields of an entry of a stream in Redis, where null is empty. Its version is
 * the latest one if the prompt was deleted, and `extra` is everything that has no column, as JSON.
 */
export function toChangeRow({ revision, n, at, ...content }: Change): RowOf<'change'> {
  const { type, data } = content;
  const prompt = 'promptId' in data ? { prompt_id: data.promptId, name: data.name } : { prompt_id: null, name: null };
  const common = { revision, n, type, at: at.getTime(), ...prompt, ...NO_COLUMNS, by_channel: data.by };
  return { ...common, ...columnsOf(content) };
}

function columnsOf({ type, data }: ChangeContent): Partial<RowOf<'change'>> {
  switch (type) {
    case 'prompt.created':
      return { version: data.version, extra: toExtra({ type: data.type, ...importedOf(data) }) };
    case 'prompt.changed': {
      const { changed, previousName } = data;
      return { extra: toExtra({ changed, ...(previousName ? { previousName } : {}) }) };
    }
    case 'version.published': {
      const { version, hash, message, restoredFrom } = data;
      return {
        version,
        hash,
        message,
        extra: toExtra({ ...(restoredFrom === null ? {} : { restoredFrom }), ...importedOf(data) }),
      };
    }
    case 'label.moved': {
      const { label, version, previous, hash, message, rollback, fingerprint } = data;
      const extra = toExtra({ rollback, fingerprint, ...importedOf(data) });
      return { label, version, previous, hash, message, extra };
    }
    case 'prompt.deleted':
      return { version: data.latestVersion };
    case 'protection.changed': {
      const { labels, added, removed } = data;
      return { extra: toExtra({ labels, added, removed }) };
    }
  }
}

const importedOf = ({ imported }: { readonly imported?: true }) => (imported ? { imported } : {});

/** Parses rather than casts, so that an invalid row fails here with a clear error. */
export function fromChangeRow(row: UnreadRow): Change {
  const type = changeTypes.find((candidate) => candidate === row['type']);
  invariant(type !== undefined, 'a stored change has a type');
  return { revision: whole(row, 'revision'), n: whole(row, 'n'), at: moment(row, 'at'), ...contentOf(type, row) };
}

function contentOf(type: ChangeType, row: UnreadRow): ChangeContent {
  const extra = extraOf(row);
  const by = channelOf(row);
  if (type === 'protection.changed') {
    const { labels = [], added = [], removed = [] } = extra;
    return { type, data: { labels, added, removed, by } };
  }
  const prompt = { promptId: text(row, 'prompt_id') as PromptId, name: text(row, 'name') as PromptName };
  const ending = { by, ...importedOf(extra) };
  switch (type) {
    case 'prompt.created':
      return { type, data: { ...prompt, type: promptTypeOf(extra), version: whole(row, 'version'), ...ending } };
    case 'prompt.changed': {
      const { changed = [], previousName } = extra;
      return { type, data: { ...prompt, changed, ...(previousName ? { previousName } : {}), ...ending } };
    }
    case 'version.published': {
      const { restoredFrom = null } = extra;
      const hash = text(row, 'hash') as ContentHash;
      return {
        type,
        data: {
          ...prompt,
          version: whole(row, 'version'),
          hash,
          message: text(row, 'message'),
          restoredFrom,
          ...ending,
        },
      };
    }
    case 'label.moved': {
      const { rollback, fingerprint } = extra;
      const message = text(row, 'message');
      return { type, data: { ...prompt, ...movedTo(row), rollback, fingerprint, message, ...ending } };
    }
    case 'prompt.deleted':
      return { type, data: { ...prompt, latestVersion: whole(row, 'version'), ...ending } };
  }
}

function movedTo(row: UnreadRow) {
  const version = nullableWhole(row, 'version');
  return {
    label: text(row, 'label') as Label,
    version,
    previous: nullableWhole(row, 'previous'),
    hash: version === null ? null : (text(row, 'hash') as ContentHash),
  };
}

function channelOf(row: UnreadRow): Channel {
  const by = channels.find((channel) => channel === row['by_channel']);
  invariant(by !== undefined, 'a stored change names its channel');
  return by;
}

function promptTypeOf({ type }: Extra): PromptType {
  invariant(type === 'text' || type === 'chat', 'a stored change names the type of a new prompt');
  return type;
}

function extraOf(row: UnreadRow): Extra {
  const value = row['extra'];
  if (value === null || value === undefined) return {};
  const extra = parseJson(text(row, 'extra'));
  invariant(
    typeof extra === 'object' && extra !== null && !Array.isArray(extra),
    'the stored field extra is an object',
  );
  return extra as Extra;
}
