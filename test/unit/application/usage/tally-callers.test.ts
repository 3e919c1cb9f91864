import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Call, TallyCalls } from '../../../../src/application/usage/tally-calls.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { CallerCollection } from '../../../../src/domain/usage/caller-address.ts';
import type { ClientName } from '../../../../src/domain/usage/client-name.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aCallAt, aPromptId, aTally } from '../../../support/builders/some-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');
const PRODUCTION = 'production' as Label;
const seconds = (count: number): Date => new Date(NOW.getTime() + count * 1000);
const named = (name: string) => ({ client: name as ClientName });

describe('a tally of callers', () => {
  const { id } = anAccount();
  let tally: TallyCalls;

  const start = (collection: CallerCollection) => {
    tally = aTally(collection);
  };
  const record = (at: Date, fields: Partial<Call> = {}) => tally.record(aCallAt(at, id, fields));
  const take = () => tally.take(() => false).flatMap(({ callers }) => callers);
  const counts = () => take().map(({ name, address, calls }) => `${name} ${address} ${calls}`);

  beforeEach(() => start('full'));

  it('counts calls by name and address, whatever their status', () => {
    record(NOW);
    record(NOW, { status: 500 });
    record(NOW, named('curl'));
    record(NOW, { address: '10.0.0.8' });

    expect(counts()).toEqual(['ci-runner 10.0.0.7 2', 'curl 10.0.0.7 1', 'ci-runner 10.0.0.8 1']);
    expect(take()).toEqual([]);
  });

  it('identifies a caller by the SHA-256 of its name, NUL and its address', () => {
    record(NOW);

    const digest = createHash('sha256')
      .update('ci-runner\0' + '10.0.0.7')
      .digest('hex');
    expect(take()).toMatchObject([{ id: `c_${digest.slice(0, 16)}` }]);
  });

  it('has the first and the last call, in whatever order they end, and all interfaces', () => {
    record(seconds(2), { via: 'mcp' });
    record(seconds(1));
    record(seconds(3), { via: 'mcp' });

    expect(take()).toMatchObject([{ firstSeen: seconds(1), lastSeen: seconds(3), interfaces: ['api', 'mcp'] }]);
  });

  it('has the newest version per prompt and label, and lists', () => {
    const promptId = aPromptId();
    record(seconds(2), { read: { promptId, version: 2, label: PRODUCTION } });
    record(seconds(1), { read: { promptId, version: 1, label: PRODUCTION } });
    record(seconds(4), { read: { promptId, version: 3, label: PRODUCTION }, status: 503 });
    record(seconds(3), { read: { promptId, version: 9 } });
    record(seconds(3), { listedLabel: PRODUCTION });
    record(seconds(4), { listedLabel: PRODUCTION, status: 304 });
    record(seconds(5), { listedLabel: PRODUCTION, status: 400 });

    expect(take()).toMatchObject([
      {
        labels: [
          { promptId, label: PRODUCTION, version: 2, at: seconds(2) },
          { promptId: undefined, label: PRODUCTION, version: undefined, at: seconds(4) },
        ],
        labelsEvicted: false,
      },
    ]);
  });

  it('has the version read last of two at the same time', () => {
    const promptId = aPromptId();
    for (const version of [1, 2]) record(NOW, { read: { promptId, version, label: PRODUCTION } });

    expect(take()).toMatchObject([{ labels: [{ version: 2 }] }]);
  });

  it('evicts the least recent of more than twenty label reads', () => {
    const ids = Array.from({ length: 21 }, aPromptId);
    for (const [index, promptId] of ids.entries())
      record(seconds(index), { read: { promptId, version: 1, label: PRODUCTION } });
    // Reads the second once more, so that the third is the least recent of the others.
    record(seconds(30), { read: { promptId: ids[1] ?? aPromptId(), version: 2, label: PRODUCTION } });
    record(seconds(31), { read: { promptId: ids[0] ?? aPromptId(), version: 2, label: PRODUCTION } });

    const [caller] = take();

    expect(caller?.labelsEvicted).toBe(true);
    expect(caller?.labels.map(({ promptId }) => promptId).toSorted()).toEqual(
      ids.filter((_, index) => index !== 2).toSorted(),
    );
  });

  it('counts callers beyond a hundred together, without their label reads', () => {
    const read = { promptId: aPromptId(), version: 1, label: PRODUCTION };
    for (let index = 0; index < 2100; index += 1) record(seconds(index), { ...named(`app-${index % 105}`), read });

    const callers = take();

    expect(callers).toHaveLength(101);
    expect(callers.slice(0, 100).map(({ name, calls }) => [name, calls])).toEqual(
      Array.from({ length: 100 }, (_, index) => [`app-${index}`, 20]),
    );
    expect(callers.at(-1)).toMatchObject({ name: 'other', address: '', calls: 100, labels: [] });
  });

  it('counts callers that call themselves other like any other', () => {
    for (let index = 0; index < 200; index += 1) record(NOW, { ...named('other'), address: `10.0.0.${index}` });

    const callers = take();

    expect(callers).toHaveLength(101);
    expect(callers.at(-1)).toMatchObject({ name: 'other', address: '', calls: 100 });
  });

  it('counts up to a hundred callers again after a flush', () => {
    for (let index = 0; index < 101; index += 1) record(NOW, named(`app-${index}`));
    take();

    record(NOW, named('app-100'));

    expect(counts()).toEqual(['app-100 10.0.0.7 1']);
  });

  it('counts each account on its own', () => {
    const neighbour = anAccount().id;
    for (let index = 0; index < 200; index += 1) record(NOW, named(`app-${index}`));
    tally.record(aCallAt(NOW, neighbour));

    const [, other] = tally.take(() => false);

    expect(other).toMatchObject({ accountId: neighbour, callers: [{ name: 'ci-runner', calls: 1 }] });
  });

  it('has networks instead of addresses if they are masked', () => {
    start('masked');
    for (let index = 0; index < 3000; index += 1) record(NOW, { address: `10.0.${index % 2}.${index % 256}` });

    expect(counts()).toEqual(['ci-runner 10.0.0.0/24 1500', 'ci-runner 10.0.1.0/24 1500']);
  });

  it('is empty if callers are not recorded, while calls are counted', () => {
    start('off');
    record(NOW);

    expect(tally.take(() => false)).toMatchObject([{ calls: [{ count: 1 }], callers: [] }]);
  });
});
