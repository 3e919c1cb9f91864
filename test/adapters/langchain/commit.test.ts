import { describe, expect, it } from 'vitest';
import { parseCommit, printCommit } from '../../../src/adapters/inbound/compatible/langchain/commit.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';

const DIGITS = '0123456789abcdef'.repeat(4);

describe('a commit', () => {
  it('is the default rule, a label, a version or a hash', () => {
    expect(parseCommit('latest')).toEqual({ by: 'choice', choice: { by: 'default' } });
    expect(parseCommit('staging')).toEqual({ by: 'choice', choice: { by: 'label', label: 'staging' } });
    expect(parseCommit('12')).toEqual({ by: 'choice', choice: { by: 'version', version: 12 } });
    expect(parseCommit(DIGITS)).toEqual({ by: 'hash', hash: `sha256:${DIGITS}` });
    expect(parseCommit('1'.repeat(64))).toEqual({ by: 'hash', hash: `sha256:${'1'.repeat(64)}` });
  });

  it.each([
    '',
    '0',
    '-1',
    '1.5',
    'Staging',
    'a b',
    DIGITS.slice(1),
    `${DIGITS}0`,
    DIGITS.toUpperCase(),
    `sha256:${DIGITS}`,
  ])('is not %j', (text) => {
    expect(parseCommit(text)).toBeUndefined();
  });

  it('is printed as the digits of a hash', () => {
    expect(printCommit(`sha256:${DIGITS}` as ContentHash)).toBe(DIGITS);
  });
});
