import { describe, expect, it } from 'vitest';
import { labelProblem } from '../../../../src/domain/naming/label.ts';
import { parseVersionSelector } from '../../../../src/domain/naming/version-selector.ts';

describe('a label', () => {
  it('has the problem that it is malformed, or that it can only be read', () => {
    expect(labelProblem('production')).toBeUndefined();
    expect(labelProblem('Production')).toBe('malformed');
    expect(labelProblem('latest')).toBe('reserved');
  });
});

describe('a version selector', () => {
  it('is a version if it begins with a digit and a label if it begins with a letter', () => {
    expect(parseVersionSelector('12')).toEqual({ by: 'version', version: 12 });
    expect(parseVersionSelector('production')).toEqual({ by: 'label', label: 'production' });
    expect(parseVersionSelector('latest')).toEqual({ by: 'label', label: 'latest' });
  });
});
