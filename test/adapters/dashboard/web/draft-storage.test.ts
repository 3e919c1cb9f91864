import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftStorage, type TabStorage } from '../../../../src/adapters/inbound/dashboard/web/drafts/draft-storage.ts';

/** Like `sessionStorage`, with room for this many characters. */
function fakeTabStorage(charactersMax = Number.POSITIVE_INFINITY): TabStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > charactersMax) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

const open = (storage: TabStorage | undefined) => new DraftStorage(storage, 'draft:');
const draft = { title: 'support/greeting', work: { text: 'Hello' } };

describe('stored drafts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('survive a reload', () => {
    const storage = fakeTabStorage();
    open(storage).write('ada', 'p1', draft);
    vi.runAllTimers();

    expect(open(storage).read('ada', 'p1')).toEqual(draft);
  });

  it('are written to the tab once for many keys, and immediately on request', () => {
    const storage = fakeTabStorage();
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
    const drafts = open(fakeTabStorage());
    drafts.write('ada', 'p1', draft);
    drafts.write('grace', 'p2', { title: 'other', work: 'Hi' });

    expect(drafts.read('grace', 'p1')).toBeUndefined();
    expect(drafts.list('grace')).toEqual([{ subject: 'p2', title: 'other' }]);
    drafts.deleteAll('grace');
    expect(drafts.list('grace')).toEqual([]);
    expect(drafts.list('ada')).toEqual([{ subject: 'p1', title: 'support/greeting' }]);
  });

  it('leave nothing behind when they are deleted', () => {
    const storage = fakeTabStorage();
    const drafts = open(storage);
    drafts.write('ada', 'p1', draft);
    drafts.flush();
    drafts.write('ada', 'p1', draft);

    drafts.delete('ada', 'p1');
    vi.runAllTimers();

    expect(storage.length).toBe(0);
    expect(drafts.read('ada', 'p1')).toBeUndefined();
  });

  it('stay in memory where the tab has no room or no storage at all', () => {
    for (const storage of [fakeTabStorage(10), undefined]) {
      const drafts = open(storage);
      drafts.write('ada', 'p1', draft);
      vi.runAllTimers();

      expect(drafts.read('ada', 'p1')).toEqual(draft);
    }
  });

  it('are ignored when they cannot be read', () => {
    const storage = fakeTabStorage();
    storage.setItem('draft:ada:p1', '{"title": 1}');
    storage.setItem('draft:ada:p2', '{');
    storage.setItem('other', 'of another program');

    expect(open(storage).list('ada')).toEqual([]);
  });
});
