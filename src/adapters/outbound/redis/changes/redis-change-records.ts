import type { ChainableCommander } from 'ioredis';
import { ChangedTooFast } from '../../../../application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { ARGUMENTS, promptKeys } from '../prompts/prompt-keys.ts';
import { type FeedEntry, toRow } from './feed-entry.ts';

const PAGE = 500;

/**
 * The feed as it was when `newest` was its newest entry: entries never change, and later ones are left out. Each page
 * begins with the last entry of the one before. If that is gone, others may be gone that follow it.
 */
export async function* readChanges(store: RedisStore, owner: AccountId, newest: string): AsyncIterable<TransferRow> {
  const key = promptKeys(store).changes(owner);
  for (let last: string | undefined; last !== newest; ) {
    const from = last ?? '-';
    const page: readonly FeedEntry[] = await store.read((client) => client.xrange(key, from, newest, 'COUNT', PAGE));
    const isTorn = last === undefined ? page.length === 0 : page[0]?.[0] !== last || page.length === 1;
    if (isTorn) throw new ChangedTooFast(owner);
    for (const entry of last === undefined ? page : page.slice(1)) yield toTransferRow('change', toRow(entry));
    last = page.at(-1)?.[0];
  }
}

/** Adds only what follows the newest entry, so that repeating it is harmless. */
const ADD_CHANGES = `${ARGUMENTS}
for _, change in ipairs(takeMany(function() return { id = take(), fields = takeMany(take) } end)) do
  if #redis.call('XRANGE', KEYS[1], change.id, '+', 'COUNT', 1) == 0 then
    redis.call('XADD', KEYS[1], change.id, unpack(change.fields))
  end
end
return 1`;

/** Sends one command for all changes, because every pending command takes memory. */
export function addChanges(
  pipeline: ChainableCommander,
  store: RedisStore,
  owner: AccountId,
  changes: readonly TransferRowOf<'change'>[],
): void {
  const values = changes.flatMap(({ kind: _, revision, n, ...row }) => {
    const fields = Object.entries(row).flatMap(([field, value]) => [field, value ?? '']);
    return [`${revision}-${n}`, fields.length, ...fields];
  });
  pipeline.call('eval', [ADD_CHANGES, 1, promptKeys(store).changes(owner), changes.length, ...values]);
}
