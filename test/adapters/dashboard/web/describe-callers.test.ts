import { describe, expect, it } from 'vitest';
import { describeArrival } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/labels/describe-arrival.ts';
import { describeKeyUse } from '../../../../src/adapters/inbound/dashboard/web/pages/settings/describe-key-use.ts';

const callers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `app-${index + 1}`, address: `10.0.0.${index + 1}` }));

describe('the use of a key', () => {
  const end = 'used this key in the last 24 hours and will stop working until';
  const five = 'app-1 (10.0.0.1), app-2 (10.0.0.2), app-3 (10.0.0.3), app-4 (10.0.0.4), app-5 (10.0.0.5)';

  it.each([
    [0, 'No program used this key in the last 24 hours'],
    [1, `1 program ${end} it gets the new key: app-1 (10.0.0.1)`],
    [2, `2 programs ${end} they get the new key: app-1 (10.0.0.1), app-2 (10.0.0.2)`],
    [5, `5 programs ${end} they get the new key: ${five}`],
    [7, `7 programs ${end} they get the new key: ${five} and 2 more`],
  ])('by %i programs is described', (count, sentence) => {
    expect(describeKeyUse(callers(count), true)).toBe(sentence);
  });

  it('is unknown if callers are not recorded', () => {
    expect(describeKeyUse([], false)).toBe('Callers are not recorded');
  });

  it('by callers beyond the limit is named without an address', () => {
    expect(describeKeyUse([{ name: 'other', address: '' }], true)).toContain('the new key: other');
  });
});

describe('the arrival of a version', () => {
  const now = new Date(2026, 10, 15, 15, 0);
  const at = (hour: number, minute: number, day = 15) => new Date(2026, 10, day, hour, minute).toISOString();
  const served = (count: number, version: number, servedAt: string) =>
    callers(count).map((caller) => ({ ...caller, id: 'c_0123456789abcdef', version, servedAt }));
  const arrival = (fields: object) => ({
    label: 'production',
    version: 5,
    movedAt: now.toISOString(),
    current: [],
    stale: [],
    unclear: [],
    ...fields,
  });

  it.each([
    [
      { current: served(3, 5, at(14, 30)), stale: served(1, 4, at(14, 2)) },
      '3 of 4 callers have version 5; app-1 (10.0.0.1) last got version 4 at 14:02',
    ],
    [{ current: served(1, 5, at(14, 30)) }, '1 of 1 caller has version 5'],
    [{ current: served(2, 5, at(14, 30)) }, '2 of 2 callers have version 5'],
    [
      { stale: served(2, 4, at(9, 5)) },
      '0 of 2 callers have version 5; app-1 (10.0.0.1) last got version 4 at 09:05, app-2 (10.0.0.2) last got version 4 at 09:05',
    ],
    [
      { current: served(1, 5, at(14, 30)), unclear: served(1, 4, at(14, 2)) },
      '1 of 2 callers has version 5; app-1 (10.0.0.1) last got version 4 at 14:02, then a list',
    ],
  ])('is one sentence', (fields, sentence) => {
    expect(describeArrival(arrival(fields), now)).toBe(sentence);
  });

  it('names the day of a time that is not today', () => {
    expect(describeArrival(arrival({ stale: served(1, 4, at(14, 2, 14)) }), now)).toMatch(/at 14:02 on .*14/);
  });

  it('names five callers at most', () => {
    const sentence = describeArrival(arrival({ stale: served(8, 4, at(14, 2)) }), now);

    expect(sentence).toContain('app-5 (10.0.0.5) last got version 4 at 14:02 and 3 more');
    expect(sentence).not.toContain('app-6');
  });

  it('is not described without callers', () => {
    expect(describeArrival(arrival({}), now)).toBeUndefined();
  });
});
