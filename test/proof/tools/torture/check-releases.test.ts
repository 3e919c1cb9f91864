import { describe, expect, it } from 'vitest';
import {
  checkReleases,
  INCLUDER,
  LIVE,
  PARTIAL,
  type ReleaseHistory,
} from '../../../tools/torture/checker/check-releases.ts';

const lockOf = (partial: number) => [{ lock: { fingerprint: `f${partial}`, includes: [{ version: partial }] } }];

const moveTo = (partial: number) => ({
  label: LIVE,
  version: 1,
  previous: null,
  by: 'dashboard',
  fingerprint: `f${partial}`,
  locks: lockOf(partial),
});

/** Partials 1 and 2 were released, one after the other. Partial 3 was not. */
const PROMPTS = [
  { name: PARTIAL, history: [], versions: [1, 2, 3].map((version) => ({ version, content: `p${version}`, hash: '' })) },
  { name: INCLUDER, history: [moveTo(1), moveTo(2)], versions: [{ version: 1, content: 'w {{> partial}}', hash: '' }] },
];

const rendering = (partial: number, calledAt: number) => ({
  text: `w p${partial}`,
  fingerprint: `f${partial}`,
  calledAt,
  returnedAt: calledAt + 1,
});

const check = (history: Partial<ReleaseHistory>) =>
  checkReleases({ partials: [], promotions: [], renderings: [], ...history }, PROMPTS);

describe('the check of releases', () => {
  it('accepts what moves released, in their order', () => {
    const promotions = [{ calledAt: 2, returnedAt: 5 }];
    const partials = [{ version: 2, calledAt: 0, returnedAt: 1 }];
    expect(check({ partials, promotions, renderings: [rendering(1, 3), rendering(2, 6)] })).toEqual([]);
  });

  it.each([
    ['what no move released', { renderings: [rendering(3, 0)] }, /^"w p3" was served with f3, which no move/],
    ['other words', { renderings: [{ ...rendering(1, 0), text: 'w p2' }] }, /^"w p2" was served, but "w p1" was/],
    ['an earlier release', { renderings: [rendering(2, 0), rendering(1, 3)] }, /^"w p1" was served after "w p2"/],
    [
      'an old partial after a promotion',
      {
        partials: [{ version: 2, calledAt: 0, returnedAt: 1 }],
        promotions: [{ calledAt: 2, returnedAt: 3 }],
        renderings: [rendering(1, 4)],
      },
      /^"w p1" was served, but partial 2 was promoted before/,
    ],
  ])('reports %s', (_, history, message) => {
    expect(check(history)).toEqual([expect.stringMatching(message)]);
  });
});
