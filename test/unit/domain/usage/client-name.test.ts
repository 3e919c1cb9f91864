import { describe, expect, it } from 'vitest';
import { clientNameOf } from '../../../../src/domain/usage/client-name.ts';

const KEY = `ph_${'0123456789abcdef'.repeat(4)}`;

describe('the name of a client', () => {
  it.each([
    ['ci-runner', 'curl/8.5.0', 'ci-runner'],
    [undefined, 'curl/8.5.0', 'curl/8.5.0'],
    [undefined, 'python-requests/2.31 (Linux) extra', 'python-requests/2.31'],
    [undefined, '  Mozilla/5.0\t(X11)', 'Mozilla/5.0'],
    ['', 'curl/8.5.0', 'curl/8.5.0'],
    ['   ', 'curl/8.5.0', 'curl/8.5.0'],
    [undefined, undefined, 'unknown'],
    ['', '   ', 'unknown'],
  ])('is the header %j, else the first part of the user agent %j: %s', (header, userAgent, name) => {
    expect(clientNameOf(header, userAgent)).toBe(name);
  });

  it('consists of harmless characters', () => {
    expect(clientNameOf('app@1.2/x:y+z_-.AZ09', undefined)).toBe('app@1.2/x:y+z_-.AZ09');
    expect(clientNameOf('a b\t<c>"d"é\u{1F600}\0', undefined)).toBe('a-b--c--d-----');
    expect(clientNameOf('(Linux;', undefined)).toBe('-Linux-');
  });

  it('has at most 64 characters', () => {
    expect(clientNameOf('x'.repeat(64), undefined)).toBe('x'.repeat(64));
    expect(clientNameOf(`${'x'.repeat(64)}y`, undefined)).toBe('x'.repeat(64));
    expect(clientNameOf(undefined, 'é'.repeat(8000))).toBe('-'.repeat(64));
  });

  it.each([
    ['alone', KEY],
    ['in other text', `app/1.0;key=${KEY}!`],
    ['after the part that is cut off', `${'x'.repeat(60)}${KEY}`],
    ['in capitals', KEY.toUpperCase()],
    ['percent-encoded', KEY.replaceAll(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`)],
    ['with an encoded underscore', KEY.replace('_', '%5F')],
    ['encoded twice', KEY.replace('_', '%255f')],
    ['without its prefix', `app/${KEY.slice(3)}`],
    ['with separators', KEY.replaceAll(/.{5}/g, '$&-')],
    ['in two parts', `${KEY.slice(0, 20)} ${KEY.slice(20)}`],
    ['with more than half of its digits', KEY.slice(0, 3 + 33)],
  ])('is redacted if it contains a key: %s', (_, text) => {
    expect(clientNameOf(text, 'curl/8.5.0')).toBe('redacted');
  });

  it('is redacted if the first part of the user agent contains a key', () => {
    expect(clientNameOf(undefined, `${KEY} curl`)).toBe('redacted');
    expect(clientNameOf(undefined, `app/${KEY}`)).toBe('redacted');
    expect(clientNameOf(undefined, `curl/8.5.0 ${KEY}`)).toBe('curl/8.5.0');
  });

  it.each(['ph_', 'graph_tool', `ph_${'a'.repeat(8)}`, `app@sha256:${'a'.repeat(52)}`, '100%', '%zz%'])(
    'is not redacted without a key: %s',
    (text) => {
      expect(clientNameOf(text, undefined)).toBe(text.replaceAll('%', '-'));
    },
  );
});
