import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftStorage, type TabStorage } from '../../../../src/adapters/inbound/dashboard/web/drafts/draft-storage.ts';

/** Like `sessionStorage`, with room for this many characters. */
class FakeTabStorage implements TabStorage {
  readonly items = new Map<string, string>();

  constructor(private readonly charactersMax = Number.POSITIVE_INFINITY) {}

  get length(): number {
    return this.items.size;
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (value.length > this.charactersMax) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const open = (storage: TabStorage | undefined) => new DraftStorage(storage, 'draft:');
const draft = { title: 'support/greeting', work: { text: 'Hello' } };

describe('stored drafts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('survive a reload', () => {
    const storage = new FakeTabStorage();
    open(storage).write('ada', 'p1', draft);
    vi.runAllTimers();

    expect(open(storage).read('ada', 'p1')).toEqual(draft);
  });

  it('are written to the tab once for many keys, and immediately on request', () => {
    const storage = new FakeTabStorage();
    const write = vi.spyOn(storage, 'setItem');
    const drafts = open(storage);
    for (const text of ['H', 'He', 'Hel']) drafts.write('ada', 'p1', { title: 'p', work: text });
    expect(drafts.read('ada', 'p1')?.work).toBe('Hel');
    expect(write).not.toHaveBeenCalled();

    drafts.flush();
    vi.runAllTimers();

    expect(write).toHaveBeenCalledTimes(1);
    expect(open(storage).read('ada', 'p1')?.work).toBe('Hel');
  });

  it('belong to one user', () => {
    const drafts = open(new FakeTabStorage());
    drafts.write('ada', 'p1', draft);
    drafts.write('grace', 'p2', { title: 'other', work: 'Hi' });

    expect(drafts.read('grace', 'p1')).toBeUndefined();
    expect(drafts.list('grace')).toEqual([{ subject: 'p2', title: 'other' }]);
    drafts.deleteAll('grace');
    expect(drafts.list('grace')).toEqual([]);
    expect(drafts.list('ada')).toEqual([{ subject: 'p1', title: 'support/greeting' }]);
  });

  it('leave nothing behind when they are deleted', () => {
    const storage = new FakeTabStorage();
    const drafts = open(storage);
    drafts.write('ada', 'p1', draft);
    drafts.flush();
    drafts.write('ada', 'p1', draft);

    drafts.delete('ada', 'p1');
    vi.runAllTimers();

    expect(storage.items.size).toBe(0);
    expect(drafts.read('ada', 'p1')).toBeUndefined();
  });

  it('stay in memory where the tab has no room or no storage at all', () => {
    for (const storage of [new FakeTabStorage(10), undefined]) {
      const drafts = open(storage);
      drafts.write('ada', 'p1', draft);
      vi.runAllTimers();

      expect(drafts.read('ada', 'p1')).toEqual(draft);
    }
  });

  it('are ignored when they cannot be read', () => {
    const storage = new FakeTabStorage();
    storage.setItem('draft:ada:p1', '{"title": 1}');
    storage.setItem('draft:ada:p2', '{');
    storage.setItem('other', 'of another program');

    expect(open(storage).list('ada')).toEqual([]);
  });
});
