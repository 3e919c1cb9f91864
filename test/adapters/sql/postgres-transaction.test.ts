import { setImmediate as nextIteration } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { transact, writeAlone } from '../../../src/adapters/outbound/sql/postgres/postgres-transaction.ts';

const BEGIN = 'BEGIN';
const write = (text: string, expected?: number) => ({ query: { text }, expected });

interface Reply {
  readonly affected?: number;
  readonly error?: string;
}

/** Records what has been sent whenever the client waits for a reply. */
function aServer(replies: Readonly<Record<string, Reply>> = {}) {
  const roundTrips: string[][] = [[]];
  const client = {
    query: async ({ text }: { readonly text: string }) => {
      roundTrips.at(-1)?.push(text);
      await nextIteration();
      if (roundTrips.at(-1)?.length !== 0) roundTrips.push([]);
      const { affected = 1, error } = replies[text] ?? {};
      if (error !== undefined) throw new Error(error);
      return { rowCount: affected, rows: [{ text }] };
    },
  } as unknown as pg.ClientBase;
  return { client, sent: () => roundTrips.filter(({ length }) => length > 0) };
}

describe('a single write on Postgres', () => {
  it('is sent without a transaction around it', async () => {
    const { client, sent } = aServer();

    expect(await writeAlone(client, write('a', 1))).toEqual({ rows: [[{ text: 'a' }]] });
    expect(sent()).toEqual([['a']]);
  });

  it('is rejected if it affects nothing', async () => {
    const { client, sent } = aServer({ a: { affected: 0 } });

    expect(await writeAlone(client, write('a', 1))).toMatchObject({ rejectedAt: 0 });
    expect(sent()).toEqual([['a']]);
  });

  it('fails if it affects more than it must, because that is not undone', async () => {
    const { client } = aServer({ a: { affected: 2 } });

    await expect(writeAlone(client, write('a', 1))).rejects.toThrow('a single write affects all rows that it must');
  });
});

describe('a transaction on Postgres', () => {
  it('sends everything after the first write at once, and commits when no guard has failed', async () => {
    const { client, sent } = aServer();

    const result = await transact(client, BEGIN, [write('a', 1), write('b', 1), write('c')]);

    expect(result).toEqual({ rows: [[{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }]] });
    expect(sent()).toEqual([[BEGIN, 'a'], ['b', 'c'], ['COMMIT']]);
  });

  it('sends nothing after a first write that is rejected', async () => {
    const { client, sent } = aServer({ a: { affected: 0 } });

    const result = await transact(client, BEGIN, [write('a', 1), write('b')]);

    expect(result).toEqual({ rejectedAt: 0, rejectedRows: [{ text: 'a' }] });
    expect(sent()).toEqual([[BEGIN, 'a'], ['ROLLBACK']]);
  });

  it('reports the first write that is rejected, even if one after it fails', async () => {
    const { client, sent } = aServer({ b: { affected: 0 }, c: { error: 'it violates a constraint' } });

    const result = await transact(client, BEGIN, [write('a', 1), write('b', 1), write('c', 1)]);

    expect(result).toEqual({ rejectedAt: 1, rejectedRows: [{ text: 'b' }] });
    expect(sent().at(-1)).toEqual(['ROLLBACK']);
  });

  it('throws the first error, not those that it causes', async () => {
    const { client } = aServer({ b: { error: 'the cause' }, c: { error: 'the transaction is aborted' } });

    await expect(transact(client, BEGIN, [write('a', 1), write('b'), write('c')])).rejects.toThrow('the cause');
  });
});
