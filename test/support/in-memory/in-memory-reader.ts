import { byText } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-scan.ts';
import { toAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import { toCallerRow, toServedRow } from '../../../src/adapters/outbound/rows/caller-row.ts';
import { toChangeRow } from '../../../src/adapters/outbound/rows/change-row.ts';
import { toPromptCallRow } from '../../../src/adapters/outbound/rows/prompt-call-row.ts';
import { toDraftContent, toDraftRow, toMetadataRow } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import { toRefusedCallRow } from '../../../src/adapters/outbound/rows/refused-call-row.ts';
import { toLabelLock, toReleaseText } from '../../../src/adapters/outbound/rows/release-row.ts';
import {
  type TransferRow,
  type TransferRowOf,
  toTransferRow,
} from '../../../src/adapters/outbound/rows/transfer-row.ts';
import { toWebhookRow } from '../../../src/adapters/outbound/rows/webhook-row.ts';
import type { StorageReader } from '../../../src/application/ports/storage/storage-transfer.ts';
import type { Account, AccountId } from '../../../src/domain/accounts/account.ts';
import { printIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { InMemoryKeyringRegister } from './in-memory-keyring-register.ts';
import {
  byLabelAndTime,
  emptyCollection,
  lockOf,
  type PromptCollection,
  type StoredPrompt,
  toPrompt,
} from './in-memory-prompt.ts';
import type { InMemoryPrompts } from './in-memory-prompts.ts';
import type { AppliedRotation, InMemoryStorage } from './in-memory-storage.ts';
import { type InMemoryUsage, noUsage } from './in-memory-usage.ts';
import type { InMemoryWebhooks } from './in-memory-webhooks.ts';

/** All fakes of one storage. */
export interface InMemoryParts {
  readonly storage: InMemoryStorage;
  readonly register: InMemoryKeyringRegister;
  readonly prompts: InMemoryPrompts;
  readonly usage: InMemoryUsage;
  readonly webhooks: InMemoryWebhooks;
}

const COUNTERS = ['count', 'served', 'failed'];

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryReader implements StorageReader {
  constructor(private readonly parts: InMemoryParts) {}

  /** Collects everything synchronously, which makes it a snapshot. */
  async *records() {
    yield* [...this.common(), ...this.accounts().flatMap((account) => this.recordsOf(account))];
  }

  async size() {
    const promptCollections = [...this.parts.prompts.promptCollections.values()];
    return {
      accounts: this.accounts().length,
      prompts: promptCollections.flatMap(({ prompts }) => [...prompts.keys()]).length,
    };
  }

  private common(): TransferRow[] {
    const { storage, register } = this.parts;
    const kids = [...register.recorded].sort(([one], [other]) => byText(one, other));
    return [
      ...(storage.firstId ? [toTransferRow('first', { account_id: storage.firstId })] : []),
      ...kids.map(([kid, { check, standing }]) => toTransferRow('keyring', { kid, value: check, standing })),
    ];
  }

  private accounts(): readonly Account[] {
    return [...this.parts.storage.accounts.values()].sort((one, other) => byText(one.id, other.id));
  }

  private recordsOf(account: Account): TransferRow[] {
    const { storage, prompts, usage } = this.parts;
    const rotations = (storage.applied.get(account.id) ?? []).toReversed();
    const collection = prompts.promptCollections.get(account.id);
    const lastUsedAt = usage.accounts.get(account.id)?.lastUsedAt;
    const stored = [...(collection?.prompts.values() ?? [])].sort((one, other) => byText(one.id, other.id));
    return [
      toTransferRow('account', {
        ...toAccountRow(account),
        rotations: rotations.at(-1)?.number ?? 0,
        prompts_revision: collection?.revision ?? 0,
        prompts_write_id: collection?.writeId || null,
        last_used_at: lastUsedAt && lastUsedAt.getTime() > 0 ? lastUsedAt.getTime() : null,
      }),
      ...rotations.map(toRotation),
      ...(collection?.protected ?? []).map((label) => toTransferRow('protection', { label })),
      ...this.webhooksOf(account.id),
      ...stored.flatMap((each) => promptRecords(each, collection ?? emptyCollection())),
      ...(collection?.changes ?? []).map((change) => toTransferRow('change', { ...toChangeRow(change) })),
      ...this.usageOf(account.id),
    ];
  }

  private webhooksOf(id: AccountId): TransferRow[] {
    const own = this.parts.webhooks.all().filter(({ webhook }) => webhook.accountId === id);
    return own
      .map(({ webhook }) => toTransferRow('webhook', toWebhookRow(webhook)))
      .sort((one, other) => byText(one.id, other.id));
  }

  private usageOf(id: AccountId): TransferRow[] {
    const { calls, reads, promptCalls, callers, refusedCalls } = this.parts.usage.accounts.get(id) ?? noUsage();
    const sorted = [...callers.values()].sort((one, other) => byText(one.id, other.id));
    return [
      ...sumCounts(
        calls.map(({ hour, route, statusClass, count }) =>
          toTransferRow('call', { hour, route, status_class: statusClass, count }),
        ),
      ),
      ...sumCounts(
        reads.map(({ hour, promptId, version, count }) =>
          toTransferRow('read', { hour, prompt_id: promptId, version, count }),
        ),
      ),
      ...sumCounts(promptCalls.map((count) => toTransferRow('promptCall', { ...toPromptCallRow(count) }))),
      ...sorted.map((caller) => toTransferRow('caller', { ...toCallerRow(caller) })),
      ...sorted.flatMap((caller) =>
        caller.labels
          .map((read) => toTransferRow('served', { ...toServedRow(caller.id, read) }))
          .sort((one, other) => byText(one.prompt_id, other.prompt_id) || byText(one.label, other.label)),
      ),
      ...refusedCalls
        .map((call) => toTransferRow('refusedCall', { ...toRefusedCallRow(call) }))
        .sort((one, other) => byText(one.id, other.id)),
    ];
  }
}

const toRotation = ({ number, issued, at, by, address }: AppliedRotation) =>
  toTransferRow('rotation', { number, issued_digest: issued, rotated_at: at.getTime(), rotated_by: by, address });

function promptRecords(stored: StoredPrompt, collection: PromptCollection): TransferRow[] {
  const prompt = toPrompt(stored);
  const prompt_id = prompt.id;
  const moves = stored.moves.toSorted(byLabelAndTime);
  const targets = new Set(stored.versions.flatMap(({ includes }) => includes.map(printIncludeTarget)));
  return [
    toTransferRow('prompt', {
      ...toMetadataRow(prompt),
      id: prompt_id,
      type: prompt.type,
      latest_version: prompt.latestVersion,
      latest_hash: prompt.latestHash,
      revision: prompt.revision,
      write_id: prompt.writeId || null,
      created_at: prompt.createdAt.getTime(),
      updated_at: prompt.updatedAt.getTime(),
    }),
    ...stored.versions.map((version) =>
      toTransferRow('version', {
        ...toDraftRow(version),
        ...toDraftContent(version),
        prompt_id,
        version: version.version,
        published_at: version.publishedAt.getTime(),
      }),
    ),
    ...moves.map(({ movedAt, by, ...move }) =>
      toTransferRow('move', {
        ...move,
        prompt_id,
        moved_at: movedAt.getTime(),
        moved_by: by,
        release: toReleaseText(move),
      }),
    ),
    ...[...targets].sort().map((target) => toTransferRow('include', { prompt_id, target })),
    ...[...prompt.labels].sort().map(([label, version]) => {
      const lock = lockOf(stored, label, collection);
      return toTransferRow('label', { prompt_id, label, version, lock: lock && toLabelLock(version, lock) });
    }),
  ];
}

/** Adds up counts, because the fake stores each one as it was applied. */
function sumCounts<Kind extends 'call' | 'read' | 'promptCall'>(
  records: readonly TransferRowOf<Kind>[],
): TransferRowOf<Kind>[] {
  const sums = new Map<string, TransferRowOf<Kind>>();
  for (const record of records) {
    const key = JSON.stringify(Object.entries(record).filter(([field]) => !COUNTERS.includes(field)));
    const known: Readonly<Record<string, unknown>> = sums.get(key) ?? {};
    const added = Object.entries(record).filter(([field]) => COUNTERS.includes(field));
    const counts = added.map(([field, count]) => [field, Number(count) + Number(known[field] ?? 0)]);
    sums.set(key, { ...record, ...Object.fromEntries(counts) });
  }
  return [...sums.values()].sort((one, other) => {
    const [mine, theirs] = [Object.values(one), Object.values(other)];
    const position = mine.findIndex((value, index) => value !== theirs[index]);
    return (mine[position] ?? 0) < (theirs[position] ?? 0) ? -1 : 1;
  });
}
