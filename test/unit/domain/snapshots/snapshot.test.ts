import { describe, expect, it } from 'vitest';
import {
  entryKey,
  keysOfListed,
  parseSnapshot,
  type Snapshot,
  serializeSnapshot,
  splitSignature,
  withSignature,
} from '../../../../src/domain/snapshots/snapshot.ts';

const URL = 'https://prompts.example.com/base';
const SAVED_AT = '2026-11-16T12:00:00.000Z';

const aSnapshot = (entries: Record<string, string> = { greeting: 'Hello' }): Snapshot => ({
  url: URL,
  savedAt: SAVED_AT,
  entries: new Map(
    Object.entries(entries).map(([key, content]) => [key, { etag: '"p.1.2"', prompt: { name: key, content } }]),
  ),
});

const document = (changes: Record<string, unknown>): string =>
  JSON.stringify({ ...JSON.parse(serializeSnapshot(aSnapshot())), ...changes });

describe('a snapshot', () => {
  it('is the same after writing and reading it', () => {
    const snapshot = aSnapshot({ greeting: 'Hello', 'greeting@production': 'Hi', 'a/b@3': '{{> greeting}}' });

    expect(parseSnapshot(serializeSnapshot(snapshot), URL)).toEqual({ kind: 'snapshot', snapshot });
  });

  it('has the documented format, with its entries sorted by key', () => {
    const text = serializeSnapshot(aSnapshot({ b: 'B', a: 'A' }));

    expect(JSON.parse(text)).toEqual({
      format: 'prompthold-snapshot',
      version: 1,
      url: URL,
      savedAt: SAVED_AT,
      entries: {
        a: { etag: '"p.1.2"', prompt: { name: 'a', content: 'A' } },
        b: { etag: '"p.1.2"', prompt: { name: 'b', content: 'B' } },
      },
    });
    expect(text.indexOf('"a"')).toBeLessThan(text.indexOf('"b"'));
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('is the same JSON with a signature, which is split off again exactly', () => {
    const text = serializeSnapshot(aSnapshot());
    const signature = '0'.repeat(64);

    const signed = withSignature(text, signature);

    expect(JSON.parse(signed)).toEqual({ mac: signature, ...JSON.parse(text) });
    expect(splitSignature(signed)).toEqual({ signature, text });
    expect(parseSnapshot(signed, URL)).toEqual(parseSnapshot(text, URL));
    expect([splitSignature(text), splitSignature(` ${signed}`)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['an empty file', ''],
    ['half a file', serializeSnapshot(aSnapshot()).slice(0, 80)],
    ['another JSON document', '{"entries":{}}'],
    ['a list', '[]'],
    ['no version', document({ version: undefined })],
    ['a version before the first', document({ version: 0 })],
    ['no URL', document({ url: undefined })],
    ['no time', document({ savedAt: undefined })],
    ['no entries', document({ entries: undefined })],
    ['a list of entries', document({ entries: [] })],
    ['an entry without an ETag', document({ entries: { a: { prompt: {} } } })],
    ['an entry without a prompt', document({ entries: { a: { etag: '"p.1.2"' } } })],
    ['an entry whose prompt is a text', document({ entries: { a: { etag: '"p.1.2"', prompt: 'Hello' } } })],
  ])('is damaged if it is %s', (_what, text) => {
    expect(parseSnapshot(text, URL)).toEqual({ kind: 'damaged' });
  });

  it('reports a newer version, whatever else is in it', () => {
    expect(parseSnapshot(document({ version: 2, entries: 'elsewhere' }), URL)).toEqual({ kind: 'newer', version: 2 });
  });

  it('reports the URL of another service', () => {
    expect(parseSnapshot(serializeSnapshot(aSnapshot()), 'http://127.0.0.1:3000')).toEqual({
      kind: 'foreign',
      url: URL,
    });
  });

  it('may have fields that are not known yet', () => {
    expect(parseSnapshot(document({ client: 'prompthold-client/9.0.0' }), URL)).toEqual({
      kind: 'snapshot',
      snapshot: aSnapshot(),
    });
  });
});

describe('the key of an entry', () => {
  it('is the name, alone or with a label or a version', () => {
    expect([entryKey('a/b'), entryKey('a/b', 'latest'), entryKey('a/b', 3)]).toEqual(['a/b', 'a/b@latest', 'a/b@3']);
  });
});

describe('a listed prompt', () => {
  it.each([
    ['a label', true, 'staging', ['a/b@staging']],
    ['latest', true, 'latest', ['a/b@latest']],
    ['production', true, 'production', ['a/b', 'a/b@production']],
    ['the default rule', true, undefined, ['a/b', 'a/b@production']],
    ['the default rule, without production', false, undefined, ['a/b']],
  ])('has the keys of equal responses if it was selected by %s', (_what, isInProduction, label, keys) => {
    expect(keysOfListed({ name: 'a/b', isInProduction }, label)).toEqual(keys);
  });
});
