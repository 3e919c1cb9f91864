import { describe, expect, it } from 'vitest';
import { describeImpact } from '../../../../../src/adapters/inbound/dashboard/web/pages/prompt/includers/describe-impact.ts';

const entry = (name: string, label: string, state: 'follows' | 'locked' = 'follows', isBroken = false) => ({
  name,
  label,
  include: 'tone',
  state,
  breaking: isBroken ? [{ path: 'boss', problem: 'added-required' as const, message: '' }] : [],
});

describe('the impact of a change', () => {
  it.each([
    ['', [], false],
    ['', [entry('reply', 'production', 'locked')], false],
    ['changes 1 prompt', [entry('reply', 'production'), entry('reply', 'latest')], false],
    ['changes 2 prompts, 1 breaks', [entry('reply', 'production', 'follows', true), entry('mail', 'latest')], false],
    ['changes 1 prompt', [entry('reply', 'latest'), entry('mail', 'production', 'locked', true)], false],
    ['changes 1+ prompts, 1 breaks', [entry('reply', 'production', 'follows', true)], true],
  ])('is described as: %s', (text, data, truncated) => {
    expect(describeImpact({ data, affected: data.length, truncated })).toBe(text);
  });
});
