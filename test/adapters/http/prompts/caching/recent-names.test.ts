import { describe, expect, it } from 'vitest';
import { RecentNames } from '../../../../../src/adapters/inbound/http/prompts/recent-names.ts';

const namesFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `u_1 support/answer-${first + index} label=production`);

describe('recent names', () => {
  it('recognize a name that was added before', () => {
    const names = new RecentNames();

    expect(names.add('a')).toBe(false);
    expect(names.add('b')).toBe(false);
    expect(names.add('a')).toBe(true);
    expect(names.add('b')).toBe(true);
  });

  it('do not take similar names for each other', () => {
    const names = new RecentNames();

    expect(namesFrom(0, 10_000).filter((name) => names.add(name))).toEqual([]);
  });

  it('include most of the last hundred', () => {
    const names = new RecentNames();
    const last = namesFrom(0, 100);
    for (const name of last) names.add(name);

    expect(last.filter((name) => names.add(name)).length).toBeGreaterThan(80);
  });

  it('forget those from before thousands of others', () => {
    const names = new RecentNames();
    const old = namesFrom(0, 100);
    for (const name of [...old, ...namesFrom(100, 10_000)]) names.add(name);

    expect(old.filter((name) => names.add(name))).toEqual([]);
  });
});
