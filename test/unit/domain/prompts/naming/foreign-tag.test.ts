import { describe, expect, it } from 'vitest';
import { foreignTag } from '../../../../../src/domain/prompts/naming/foreign-tag.ts';

describe('foreignTag', () => {
  it.each([
    ['support', 'support'],
    ['v1.2_x', 'v1.2_x'],
    ['Tier 1', 'tier-1'],
    ['team/Söul', 'team-soul'],
    [`${'x'.repeat(35)} yes`, 'x'.repeat(35)],
  ])('makes %j %j', (text, tag) => {
    expect(foreignTag(text)).toBe(tag);
  });

  it.each(['', '日本', '--'])('makes nothing of %j', (text) => {
    expect(foreignTag(text)).toBeUndefined();
  });
});
