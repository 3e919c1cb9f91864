import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PromptholdEvent } from '../../../../clients/typescript/src/client-options.ts';
import type { ReadSnapshot, SnapshotFile } from '../../../../clients/typescript/src/snapshot/snapshot-file.ts';
import { SnapshotStore } from '../../../../clients/typescript/src/snapshot/snapshot-store.ts';
import type { Snapshot } from '../../../../src/domain/snapshots/snapshot.ts';

const URL = 'http://h';
const KEY = 'ph_1';
const anEntry = (etag: string) => ({ etag, prompt: { name: 'a' } });

/** A file in memory, which other processes can replace. */
class FakeFile implements SnapshotFile {
  readonly path = 'file';
  readonly written: Snapshot[] = [];
  readonly writtenKeys: string[] = [];
  content: ReadSnapshot['content'] = { kind: 'absent' };
  /** Changes with every replacement. */
  stamp = 0;
  error: Error | undefined;
  beforeWrite = () => {};
  whileReading = () => {};
  /** The key with which the content was written. */
  key = KEY;

  async read(_url: string, key: string): Promise<ReadSnapshot> {
    this.whileReading();
    const isTrusted = this.content.kind !== 'snapshot' || this.key === key;
    return { content: isTrusted ? this.content : { kind: 'untrusted' }, stamp: String(this.stamp) };
  }

  async write(snapshot: Snapshot, key: string, stamp: string | undefined): Promise<boolean> {
    if (this.error) throw this.error;
    this.beforeWrite();
    if (stamp !== String(this.stamp)) return false;
    this.written.push(snapshot);
    this.replace(snapshot.entries);
    this.writtenKeys.push(key);
    this.key = key;
    return true;
  }

  replace(entries: Snapshot['entries']): void {
    this.stamp += 1;
    this.content = { kind: 'snapshot', snapshot: { url: URL, savedAt: '2026-01-01T00:00:00.000Z', entries } };
  }

  get keys(): readonly string[] {
    return this.content.kind === 'snapshot' ? [...this.content.snapshot.entries.keys()].sort() : [];
  }
}

function aStore() {
  const file = new FakeFile();
  const events: PromptholdEvent[] = [];
  const state: { key: string | undefined } = { key: KEY };
  const store = new SnapshotStore(
    file,
    URL,
    async () => state.key,
    (event) => events.push(event),
  );
  return { file, events, state, store };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('SnapshotStore', () => {
  it('writes the first change immediately, and further ones once a second', async () => {
    const { file, store } = aStore();

    store.set('a', anEntry('1'));
    await vi.advanceTimersByTimeAsync(0);
    expect(file.written).toHaveLength(1);
    for (const key of ['b', 'c', 'd']) store.set(key, anEntry('1'));
    await vi.advanceTimersByTimeAsync(999);
    expect(file.written).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);

    expect([file.written.length, file.keys]).toEqual([2, ['a', 'b', 'c', 'd']]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([file.written.length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('writes what is left when it is flushed, and nothing that has not changed', async () => {
    const { file, store } = aStore();
    store.set('a', anEntry('1'));
    await store.flush();
    store.set('b', anEntry('1'));
    store.set('b', anEntry('1'));

    await store.flush();
    store.set('b', anEntry('1'));
    await store.flush();

    expect([file.written.length, file.keys]).toEqual([2, ['a', 'b']]);
  });

  it('preserves what others write at the same time', async () => {
    const { file, store } = aStore();
    file.replace(new Map([['other', anEntry('1')]]));
    file.beforeWrite = () => {
      file.beforeWrite = () => {};
      file.replace(
        new Map([
          ['other', anEntry('1')],
          ['another', anEntry('1')],
        ]),
      );
    };

    store.set('a', anEntry('1'));
    await store.flush();

    expect(file.keys).toEqual(['a', 'another', 'other']);
  });

  it('tries again a second later if others replace the file all the time', async () => {
    const { file, store } = aStore();
    file.beforeWrite = () => file.replace(new Map());
    store.set('a', anEntry('1'));
    await vi.advanceTimersByTimeAsync(0);
    expect(file.written).toEqual([]);
    file.beforeWrite = () => {};

    await vi.advanceTimersByTimeAsync(1000);

    expect(file.keys).toEqual(['a']);
  });

  it('does not bring back what was deleted, although others still have it', async () => {
    const { file, store } = aStore();
    file.replace(
      new Map([
        ['a', anEntry('1')],
        ['b', anEntry('1')],
      ]),
    );
    await store.open();
    expect([store.get('a')?.etag, store.savedAt]).toEqual(['1', Date.UTC(2026, 0)]);

    store.delete('a');
    await store.flush();

    expect([file.keys, store.get('a')]).toEqual([['b'], undefined]);
  });

  it('leaves the file of a newer client alone, also if that appears later', async () => {
    const { file, store, events } = aStore();
    store.set('a', anEntry('1'));
    await store.flush();
    file.content = { kind: 'newer', version: 2 };

    store.set('b', anEntry('1'));
    await store.flush();
    store.set('c', anEntry('1'));
    await store.flush();

    expect([file.written.length, events]).toMatchObject([1, [{ kind: 'snapshot', problem: 'newer' }]]);
  });

  it('deletes what a rejected key has read from memory and from its file, also for a later start', async () => {
    const { file, store, state } = aStore();
    file.replace(new Map([['a', anEntry('1')]]));
    await store.open();
    store.set('b', anEntry('1'));

    state.key = undefined;
    store.clear(KEY);
    expect([store.get('a'), store.get('b'), store.size]).toEqual([undefined, undefined, 0]);
    await store.flush();

    expect([file.keys, file.key]).toEqual([[], KEY]);
  });

  it('leaves a file alone that was written with another key than the rejected one', async () => {
    const { file, store } = aStore();
    await store.open();
    file.replace(new Map([['a', anEntry('1')]]));
    file.key = 'ph_2';

    store.clear(KEY);
    await store.flush();

    expect([file.keys, file.written]).toEqual([['a'], []]);
  });

  it('never writes with one key what another has read', async () => {
    const { file, store, state } = aStore();
    file.replace(new Map([['a', anEntry('1')]]));
    file.whileReading = () => {
      file.whileReading = () => {};
      store.clear(KEY);
      state.key = 'ph_2';
      store.set('c', anEntry('1'));
    };

    store.set('b', anEntry('1'));
    await store.flush();
    await store.flush();

    expect(new Set(file.writtenKeys)).toEqual(new Set(['ph_2']));
    expect(file.written.map(({ entries }) => [...entries.keys()])).toEqual([['c'], ['c']]);
  });

  it('reads the file as soon as there is a key', async () => {
    const { file, store, state } = aStore();
    file.replace(new Map([['a', anEntry('1')]]));
    state.key = undefined;
    await store.open();
    expect(store.get('a')).toBeUndefined();

    state.key = KEY;
    await store.open();

    expect(store.get('a')?.etag).toBe('1');
  });

  it('reports once that it cannot write, and writes as soon as it can', async () => {
    const { file, store, events } = aStore();
    file.error = Object.assign(new Error('secret'), { code: 'EROFS' });
    store.set('a', anEntry('1'));
    await store.flush();
    store.set('b', anEntry('1'));
    await store.flush();
    expect(events).toEqual([{ kind: 'snapshot', path: 'file', problem: 'unwritable', reason: 'EROFS' }]);
    file.error = undefined;

    store.set('c', anEntry('1'));
    await store.flush();

    expect(file.keys).toEqual(['a', 'b', 'c']);
  });
});
