import { fromAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import { fromCallerRow, fromServedRow } from '../../../src/adapters/outbound/rows/caller-row.ts';
import { fromChangeRow } from '../../../src/adapters/outbound/rows/change-row.ts';
import { fromPromptCallRow } from '../../../src/adapters/outbound/rows/prompt-call-row.ts';
import { fromMoveRow, fromVersionRow } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import { fromRefusedCallRow } from '../../../src/adapters/outbound/rows/refused-call-row.ts';
import { fromRotationRow } from '../../../src/adapters/outbound/rows/rotation-row.ts';
import {
  asTransferRows,
  type TransferRow,
  type TransferRowOf,
} from '../../../src/adapters/outbound/rows/transfer-row.ts';
import { fromWebhookRow } from '../../../src/adapters/outbound/rows/webhook-row.ts';
import type { KeyStanding } from '../../../src/application/ports/keyring-register.ts';
import type {
  StorageWriter,
  TransferBatch,
  TransferBegin,
  TransferPosition,
} from '../../../src/application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { KeyDigest } from '../../../src/domain/accounts/api-key.ts';
import { comparePositions } from '../../../src/domain/changes/change.ts';
import { parseIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../src/domain/naming/prompt-name.ts';
import type { Tag } from '../../../src/domain/naming/tag.ts';
import { UNKNOWN_WRITE, type WriteId } from '../../../src/domain/prompts/write-id.ts';
import type { CallerId } from '../../../src/domain/usage/caller.ts';
import type { Hour, StatusClass } from '../../../src/domain/usage/usage.ts';
import { emptyCollection, type PromptCollection, type StoredPrompt } from './in-memory-prompt.ts';
import type { InMemoryParts } from './in-memory-reader.ts';
import { noUsage, type StoredUsage } from './in-memory-usage.ts';

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryWriter implements StorageWriter {
  private source: string | undefined;
  private position: TransferPosition | undefined;

  constructor(private readonly parts: InMemoryParts) {}

  async begin(source: string): Promise<TransferBegin> {
    const { storage, register } = this.parts;
    const isEmpty = storage.firstId === undefined && storage.accounts.size === 0 && register.recorded.size === 0;
    if (this.source === undefined && !isEmpty) return { kind: 'not-empty' };
    if (this.source !== undefined && this.source !== source) return { kind: 'other-source', source: this.source };
    this.source = source;
    return { kind: 'begun', position: this.position };
  }

  async write({ accountId, records, until }: TransferBatch) {
    for (const record of asTransferRows(records)) this.put(record, accountId ?? ('' as AccountId));
    if (accountId !== undefined) this.position = { accountId, records: until };
  }

  async removeAccount(accountId: AccountId) {
    await this.parts.storage.remove(accountId);
    this.parts.prompts.promptCollections.delete(accountId);
    this.parts.usage.accounts.delete(accountId);
  }

  async finish() {
    this.source = undefined;
    this.position = undefined;
  }

  async unfinishedSource() {
    return this.source;
  }

  private put(record: TransferRow, id: AccountId): void {
    const { storage, register } = this.parts;
    switch (record.kind) {
      case 'first':
        storage.firstId = record.account_id as AccountId;
        break;
      case 'keyring':
        register.recorded.set(record.kid, { check: record.value, standing: record.standing as KeyStanding });
        break;
      case 'account':
        this.putAccount(record);
        break;
      case 'rotation': {
        const others = (storage.applied.get(id) ?? []).filter(({ number }) => number !== record.number);
        const rotation = { ...fromRotationRow(record), issued: record.issued_digest as KeyDigest };
        storage.applied.set(id, [rotation, ...others]);
        break;
      }
      case 'change': {
        const { changes } = this.collectionOf(id);
        const change = fromChangeRow(record);
        const last = changes.at(-1);
        if (!last || comparePositions(last, change) < 0) changes.push(change);
        break;
      }
      case 'protection': {
        const collection = this.collectionOf(id);
        const others = (collection.protected ?? []).filter((label) => label !== record.label);
        collection.protected = [...others, record.label as Label].sort();
        collection.lacksLocks = true;
        break;
      }
      case 'webhook':
        this.parts.webhooks.put(fromWebhookRow({ ...record, account_id: id }));
        break;
      case 'call':
      case 'read':
        putCount(this.usageOf(id), record);
        break;
      case 'promptCall':
        putPromptCall(this.usageOf(id), record);
        break;
      case 'refusedCall': {
        const usage = this.usageOf(id);
        const others = usage.refusedCalls.filter((call) => call.id !== record.id);
        usage.refusedCalls = [...others, fromRefusedCallRow(record)];
        break;
      }
      case 'caller':
      case 'served':
        putCaller(this.usageOf(id), record);
        break;
      default:
        putPart(this.collectionOf(id), id, record);
    }
  }

  private putAccount(record: TransferRowOf<'account'>): void {
    const { storage } = this.parts;
    const account = fromAccountRow(record);
    storage.accounts.set(account.id, account);
    const collection = this.collectionOf(account.id);
    collection.revision = record.prompts_revision;
    collection.writeId = (record.prompts_write_id ?? UNKNOWN_WRITE) as WriteId;
    this.usageOf(account.id).lastUsedAt = new Date(record.last_used_at ?? 0);
  }

  private collectionOf(id: AccountId): PromptCollection {
    const collection = this.parts.prompts.promptCollections.get(id) ?? emptyCollection();
    this.parts.prompts.promptCollections.set(id, collection);
    return collection;
  }

  private usageOf(id: AccountId): StoredUsage {
    const { accounts } = this.parts.usage;
    const stored = accounts.get(id) ?? noUsage();
    accounts.set(id, stored);
    return stored;
  }
}

function putCount(stored: StoredUsage, record: TransferRowOf<'call' | 'read'>): void {
  const { count } = record;
  const hour = record.hour as Hour;
  if (record.kind === 'call') {
    const statusClass = record.status_class as StatusClass;
    const call = { hour, route: record.route, statusClass, count };
    stored.calls = [...stored.calls.filter((other) => !isSame(other, call)), call];
  } else {
    const read = { hour, promptId: record.prompt_id as PromptId, version: record.version, count };
    stored.reads = [...stored.reads.filter((other) => !isSame(other, read)), read];
  }
}

function putPromptCall(stored: StoredUsage, record: TransferRowOf<'promptCall'>): void {
  const count = { hour: record.hour as Hour, promptId: record.prompt_id as PromptId, ...fromPromptCallRow(record) };
  stored.promptCalls = [...stored.promptCalls.filter((other) => !isSame(other, count)), count];
}

function putCaller({ callers }: StoredUsage, record: TransferRowOf<'caller' | 'served'>): void {
  const known = callers.get(record.caller_id as CallerId);
  if (record.kind === 'caller') {
    callers.set(record.caller_id as CallerId, { ...fromCallerRow(record), labels: known?.labels ?? [] });
  } else if (known) {
    const read = fromServedRow(record);
    const others = known.labels.filter(({ promptId, label }) => promptId !== read.promptId || label !== read.label);
    callers.set(known.id, { ...known, labels: [...others, read] });
  }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

type Part = TransferRowOf<'prompt' | 'version' | 'move' | 'include' | 'label'>;

function putPart(collection: PromptCollection, owner: AccountId, record: TransferRow): void {
  const part = record as Part;
  const id = (part.kind === 'prompt' ? part.id : part.prompt_id) as PromptId;
  const stored = collection.prompts.get(id);
  if (part.kind === 'prompt') collection.prompts.set(id, emptyPrompt(owner, id, part));
  else if (stored) collection.prompts.set(id, withPart(stored, part));
}

const emptyPrompt = (owner: AccountId, id: PromptId, record: TransferRowOf<'prompt'>): StoredPrompt => ({
  owner,
  id,
  metadata: {
    name: record.name as PromptName,
    description: record.description,
    tags: JSON.parse(record.tags) as readonly Tag[],
    archived: record.archived === 1,
  },
  revision: record.revision,
  writeId: (record.write_id ?? UNKNOWN_WRITE) as WriteId,
  createdAt: new Date(record.created_at),
  updatedAt: new Date(record.updated_at),
  versions: [],
  moves: [],
});

/** Adds includes to the first version, because records do not name their version. Labels follow from the moves. */
function withPart(stored: StoredPrompt, part: Exclude<Part, { kind: 'prompt' }>): StoredPrompt {
  switch (part.kind) {
    case 'version': {
      const others = stored.versions.filter(({ version }) => version !== part.version);
      return { ...stored, versions: [...others, { ...fromVersionRow(part), includes: [] }] };
    }
    case 'move': {
      const move = fromMoveRow(part);
      return { ...stored, moves: [...stored.moves.filter((other) => !isSame(other, move)), move] };
    }
    case 'include': {
      const target = parseIncludeTarget(part.target);
      const [first, ...others] = stored.versions;
      if (!target || !first) return stored;
      return { ...stored, versions: [{ ...first, includes: [...first.includes, target] }, ...others] };
    }
    case 'label':
      return stored;
  }
}
