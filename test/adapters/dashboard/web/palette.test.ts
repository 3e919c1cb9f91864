import { describe, expect, it } from 'vitest';
import {
  filterEntries,
  matchNames,
  moveSelection,
  rankPrompts,
} from '../../../../src/adapters/inbound/dashboard/web/palette/palette-entries.ts';
import { findShortcut, isPaletteKey } from '../../../../src/adapters/inbound/dashboard/web/palette/shortcuts.ts';

const PAGES = [
  { key: 'p', path: '/prompts' },
  { key: 'c', path: '/connect' },
];
const press = (key: string, at = 0) => ({ key, at });

describe('a shortcut', () => {
  it.each([
    ['c', { kind: 'create' }],
    ['/', { kind: 'search' }],
    ['?', { kind: 'help' }],
    ['x', undefined],
    ['g', undefined],
  ])('is found for %s alone', (key, expected) => {
    expect(findShortcut(press(key), undefined, PAGES)).toEqual(expected);
    expect(findShortcut(press(key, 5), press('x', 0), PAGES)).toEqual(expected);
  });

  it('opens a page after g, which takes precedence over the meaning of the key alone', () => {
    expect(findShortcut(press('p', 900), press('g', 0), PAGES)).toEqual({ kind: 'go', path: '/prompts' });
    expect(findShortcut(press('c', 900), press('g', 0), PAGES)).toEqual({ kind: 'go', path: '/connect' });
    expect(findShortcut(press('?', 900), press('g', 0), PAGES)).toBeUndefined();
  });

  it('does not wait for the second key forever', () => {
    expect(findShortcut(press('p', 2000), press('g', 0), PAGES)).toBeUndefined();
    expect(findShortcut(press('c', 2000), press('g', 0), PAGES)).toEqual({ kind: 'create' });
  });
});

describe('the key of the palette', () => {
  const NO_KEYS = { key: 'k', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  it.each([
    { event: { ctrlKey: true }, elsewhere: true, onApple: false },
    { event: { ctrlKey: true, key: 'K' }, elsewhere: true, onApple: false },
    { event: { metaKey: true }, elsewhere: false, onApple: true },
    { event: {}, elsewhere: false, onApple: false },
    { event: { ctrlKey: true, shiftKey: true }, elsewhere: false, onApple: false },
    { event: { ctrlKey: true, altKey: true }, elsewhere: false, onApple: false },
    { event: { ctrlKey: true, key: 'l' }, elsewhere: false, onApple: false },
  ])('is $event: $elsewhere, or on Apple’s systems, where Control+K deletes text: $onApple', (row) => {
    const event = { ...NO_KEYS, ...row.event };

    expect(isPaletteKey(event, false)).toBe(row.elsewhere);
    expect(isPaletteKey(event, true)).toBe(row.onApple);
  });
});

describe('the palette', () => {
  const run = () => undefined;
  const entries = [
    { id: 'usage', label: 'Usage', run },
    { id: 'new', label: 'New prompt', keywords: 'create write', run },
    { id: 'dark', label: 'Color scheme: Dark', keywords: 'theme', run },
  ];
  const idsFor = (query: string) => filterEntries(entries, query).map(({ id }) => id);

  it('finds entries by the beginnings of their words and keywords, in any order', () => {
    expect(idsFor('')).toEqual(['usage', 'new', 'dark']);
    expect(idsFor('US')).toEqual(['usage']);
    expect(idsFor('prom new')).toEqual(['new']);
    expect(idsFor('cr')).toEqual(['new']);
    expect(idsFor('theme dark')).toEqual(['dark']);
    expect(idsFor('sage')).toEqual([]);
    expect(idsFor('new usage')).toEqual([]);
  });

  it('shows prompts with a matching name before those with matching content, and no more than fit', () => {
    const prompts = ['a/content', 'b/reply', 'c/content', 'support/reply'].map((name) => ({ name }));

    const names = (max: number) => rankPrompts(prompts, 'Reply', max).map(({ name }) => name);

    expect(names(9)).toEqual(['b/reply', 'support/reply', 'a/content', 'c/content']);
    expect(names(1)).toEqual(['b/reply']);
  });

  it('shows of an earlier search only what also matches the next one', () => {
    const prompts = [{ name: 'support/reply' }, { name: 'support/close' }];

    expect(matchNames(prompts, 'sup re')).toEqual([{ name: 'support/reply' }]);
    expect(matchNames(prompts, 'x')).toEqual([]);
  });

  it('moves the selection around both ends', () => {
    expect(moveSelection(entries, 'usage', 1)).toBe('new');
    expect(moveSelection(entries, 'dark', 1)).toBe('usage');
    expect(moveSelection(entries, 'usage', -1)).toBe('dark');
    expect(moveSelection([], undefined, 1)).toBe('');
  });
});
