import { describe, expect, it } from 'vitest';
import { parseIncludeTarget, printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { labelProblem, parseLabel, parseLabelOrLatest } from '../../../../src/domain/naming/label.ts';
import { parseVersionSelector } from '../../../../src/domain/naming/version-selector.ts';

describe('a label', () => {
  it.each(['production', 'a', 'v1.2_rc-3', 'x'.repeat(36)])('may be %s', (text) => {
    expect(parseLabel(text)).toBe(text);
  });

  it.each(['', '1', '3', 'Production', '.a', 'a b', 'a/b', 'a\n', 'x'.repeat(37)])('cannot be %j', (text) => {
    expect(labelProblem(text)).toBe('malformed');
    expect(parseLabel(text)).toBeUndefined();
    expect(parseLabelOrLatest(text)).toBeUndefined();
  });

  it('can be read as latest, but not written', () => {
    expect(parseLabelOrLatest('latest')).toBe('latest');
    expect(labelProblem('latest')).toBe('reserved');
    expect(parseLabel('latest')).toBeUndefined();
  });
});

describe('a version selector', () => {
  it('is a version if it begins with a digit and a label if it begins with a letter', () => {
    expect(parseVersionSelector('12')).toEqual({ by: 'version', version: 12 });
    expect(parseVersionSelector('production')).toEqual({ by: 'label', label: 'production' });
    expect(parseVersionSelector('latest')).toEqual({ by: 'label', label: 'latest' });
  });

  it.each(['', '0', '01', '1e3', '-1', '1.5', '1234567890', 'Production'])('cannot be %j', (text) => {
    expect(parseVersionSelector(text)).toBeUndefined();
  });
});

describe('an include target', () => {
  it.each(['greeting', 'support/greeting@production', 'greeting@latest', 'greeting@3'])('prints as %s', (text) => {
    const target = parseIncludeTarget(text);

    expect(target && printIncludeTarget(target)).toBe(text);
  });

  it.each(['', '@production', 'greeting@', 'greeting@0', 'a@b@c', 'Greeting', 'p_1731640000000_a1b2c3'])(
    'cannot be %j',
    (text) => {
      expect(parseIncludeTarget(text)).toBeUndefined();
    },
  );
});
