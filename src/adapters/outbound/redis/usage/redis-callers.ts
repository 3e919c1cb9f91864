import type { StoredCaller } from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Caller, LabelRead } from '../../../../domain/usage/caller.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import { lastUseOfKey } from '../../../../domain/usage/usage.ts';
import { fromCallerRow, fromServedRow, toCallerRow, toServedRow } from '../../rows/caller-row.ts';
import type { UnreadRow } from '../../rows/row-fields.ts';
import { fieldsIn, type HashReply } from '../connection/hash-reply.ts';
import type { RedisStore, Values } from '../connection/redis-store.ts';
import { DELETE_CALLERS_EXCEPT, LIST_CALLERS } from './caller-scripts.ts';
import { CALLERS_END, LABEL_READ_FIELD, ownersOfKeys, usageKeys } from './usage-keys.ts';

type CallersReply = readonly [issuedAt: string, callers: readonly (readonly [id: string, fields: HashReply])[]];

/** The values in the order of ADD_CALLERS. */
export function callerValues(callers: readonly Caller[]): Values {
  const values = callers.flatMap((caller) => [
    ...Object.values(toCallerRow(caller)),
    caller.labels.length,
    ...caller.labels.flatMap((read) => labelValues(caller.id, read)),
  ]);
  return [callers.length, ...values];
}

function labelValues(id: string, read: LabelRead): Values {
  const { prompt_id, label, version, at } = toServedRow(id, read);
  return [labelField(prompt_id, label), version ?? '', at];
}

export const labelField = (promptId: string, label: string): string => `${LABEL_READ_FIELD}${promptId} ${label}`;

/** A caller's row, and the rows of its label reads. */
interface CallerRows {
  readonly row: UnreadRow;
  readonly served: readonly UnreadRow[];
}

export async function listCallers(store: RedisStore, accountId: AccountId): Promise<readonly StoredCaller[]> {
  const { issuedAt, callers } = await readCallers(store, accountId);
  return callers.map(({ row, served }) => {
    const caller = fromCallerRow(row);
    const usedCurrentKey = lastUseOfKey(new Date(issuedAt), caller.lastSeen) !== undefined;
    return { ...caller, labels: served.map(fromServedRow), usedCurrentKey };
  });
}

export async function readCallers(
  store: RedisStore,
  accountId: AccountId,
): Promise<{ readonly issuedAt: number; readonly callers: readonly CallerRows[] }> {
  const keys = usageKeys(store).ofScripts(accountId);
  const reply = (await store.readScript(LIST_CALLERS, keys, [])) as CallersReply | null;
  const [issuedAt, callers] = reply ?? ['0', []];
  return { issuedAt: Number(issuedAt), callers: callers.map(([id, fields]) => toRows(id, fields)) };
}

function toRows(id: string, fields: HashReply): CallerRows {
  const row: Record<string, string> = { caller_id: id };
  const served: UnreadRow[] = [];
  for (const [field, value] of fieldsIn(fields)) {
    if (!field.startsWith(LABEL_READ_FIELD)) {
      row[field] = value;
      continue;
    }
    const [prompt_id, label] = field.slice(LABEL_READ_FIELD.length).split(' ');
    const [version, at] = value.split(' ');
    served.push({ caller_id: id, prompt_id, label, version: version === '' ? null : version, at });
  }
  return { row, served };
}

/** Goes through the callers of all accounts. */
export async function deleteCallersExcept(store: RedisStore, collection: CallerCollection): Promise<void> {
  const keys = usageKeys(store);
  for await (const owner of ownersOfKeys(store, CALLERS_END)) {
    await store.unconfirmedScript(DELETE_CALLERS_EXCEPT, keys.ofScripts(owner), [collection]);
  }
}
