import { describe, expect, it } from 'vitest';
import {
  hourOf,
  hoursIn,
  intervalStart,
  lastUseOfKey,
  sortCounts,
  statusClasses,
  statusClassIndex,
  sumCounts,
} from '../../../../src/domain/usage/usage.ts';

const at = (text: string): Date => new Date(text);

describe('an hour', () => {
  it.each([
    ['2026-11-15T12:00:00.000Z', '2026-11-15T12:00:00.000Z'],
    ['2026-11-15T12:59:59.999Z', '2026-11-15T12:00:00.000Z'],
    ['2026-11-15T13:00:00.000Z', '2026-11-15T13:00:00.000Z'],
    ['1969-12-31T23:30:00.000Z', '1969-12-31T23:00:00.000Z'],
  ])('that contains %s begins at %s', (moment, start) => {
    expect(new Date(hourOf(at(moment).getTime()))).toEqual(at(start));
  });
});

describe('the hours of a range', () => {
  it.each<[string, string, readonly string[]]>([
    ['12:00:00.000', '14:00:00.000', ['12', '13']],
    ['12:00:00.001', '14:00:00.001', ['13', '14']],
    ['12:00:00.001', '13:00:00.000', []],
    ['14:00:00.000', '12:00:00.000', []],
  ])('from %s to %s begin in it', (from, to, expected) => {
    const day = '2026-11-15T';
    const found = hoursIn(at(`${day}${from}Z`), at(`${day}${to}Z`));
    expect(found).toEqual(expected.map((hour) => at(`${day}${hour}:00:00.000Z`).getTime()));
  });
});

describe('the interval of an hour', () => {
  const hour = at('2026-11-15T23:00:00.000Z').getTime();

  it('is the hour itself', () => {
    expect(intervalStart('hour', hour)).toEqual(at('2026-11-15T23:00:00.000Z'));
  });

  it('is the day in UTC', () => {
    expect(intervalStart('day', hour)).toEqual(at('2026-11-15T00:00:00.000Z'));
    expect(intervalStart('day', hour + 3_600_000)).toEqual(at('2026-11-16T00:00:00.000Z'));
  });
});

describe('the class of a status', () => {
  it.each([
    [200, '2xx'],
    [299, '2xx'],
    [304, '3xx'],
    [404, '4xx'],
    [499, '4xx'],
    [503, '5xx'],
    [599, '5xx'],
  ])('%i is %s', (status, expected) => {
    expect(statusClasses[statusClassIndex(status)]).toBe(expected);
  });

  it.each([100, 600, 0])('is defined even for %i, which is not a final status', (status) => {
    expect(statusClasses[statusClassIndex(status)]).toBeDefined();
  });
});

describe('counts', () => {
  const [morning, noon] = [at('2026-11-15T08:00:00.000Z'), at('2026-11-15T12:00:00.000Z')];

  it('are summed by start and group', () => {
    const counts = [
      { start: morning, group: '2xx', count: 1 },
      { start: noon, group: '2xx', count: 2 },
      { start: morning, group: '4xx', count: 4 },
      { start: new Date(morning), group: '2xx', count: 8 },
    ];

    expect(sumCounts(counts)).toEqual([
      { start: morning, group: '2xx', count: 9 },
      { start: noon, group: '2xx', count: 2 },
      { start: morning, group: '4xx', count: 4 },
    ]);
  });

  it('are sorted by time, then by group', () => {
    const one = { start: morning, group: 'GET /api/prompts', count: 1 };
    const two = { start: morning, group: 'POST /api/prompts', count: 1 };
    const three = { start: noon, group: 'GET /api/prompts', count: 1 };

    expect(sortCounts([three, two, one])).toEqual([one, two, three]);
    expect(sortCounts([two, one, three])).toEqual([one, two, three]);
  });
});

describe('the use of a key', () => {
  const issued = at('2026-11-15T12:00:00.000Z');

  it('is the last use after it was issued', () => {
    const used = at('2026-11-15T12:00:00.001Z');
    expect(lastUseOfKey(issued, used)).toEqual(used);
  });

  it.each(['2026-11-15T11:59:59.999Z', '2026-11-15T12:00:00.000Z'])(
    'does not include a use at %s, which was of an earlier key',
    (text) => {
      expect(lastUseOfKey(issued, at(text))).toBeUndefined();
    },
  );
});
