import { describe, expect, it } from 'vitest';
import {
  comparisonQuery,
  describeComparison,
  promotionTarget,
  readComparison,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/versions/comparison.ts';

const read = (query: string, latestVersion: number, labels: Record<string, number> = {}) =>
  readComparison(new URLSearchParams(query), { latestVersion, labels });

describe('the comparison of versions', () => {
  it.each([
    ['production with the latest version', 3, { production: 1 }, 'production (v1) → v3'],
    ['production rather than other labels', 3, { canary: 1, production: 2 }, 'production (v2) → v3'],
    ['the first other label while production is the latest', 3, { staging: 1, dev: 2, production: 3 }, 'dev (v2) → v3'],
    ['the last two versions when every label is the latest', 3, { production: 3 }, 'v2 → v3'],
    ['the last two versions without labels', 3, {}, 'v2 → v3'],
    ['nothing while there is one version', 1, { production: 1 }, 'v1'],
  ])('shows by default %s', (_, latest, labels, expected) => {
    expect(describeComparison(read('', latest, labels))).toBe(expected);
  });

  it.each([
    ['from=1&to=2', 'v1 → v2'],
    ['from=production&to=1', 'production (v3) → v1'],
    ['from=-1&to=2', 'v1 → v2'],
    ['from=-1&to=1', 'v1'],
    ['to=2', 'production (v3) → v2'],
    ['to=3', 'v2 → v3'],
    ['to=4', 'production (v3) → v4'],
  ])('is read from the address %s', (query, expected) => {
    expect(describeComparison(read(query, 4, { production: 3 }))).toBe(expected);
  });

  it.each(['from=9&to=9', 'from=0&to=0', 'from=removed-label&to=x', 'from=constructor&to=1.5', 'from=&to='])(
    'is the default for the invalid address %s',
    (query) => {
      expect(read(query, 4, { production: 3 })).toEqual(read('', 4, { production: 3 }));
    },
  );

  it('is written to the address as it is read', () => {
    for (const from of ['2', 'production', '-1']) {
      const comparison = read(comparisonQuery(4, from), 4, { production: 3 });
      expect(comparison).toMatchObject({ to: 4, chosenFrom: from });
    }
    expect(read(comparisonQuery(2, undefined), 4, { production: 3 })).toEqual({ from: 3, label: 'production', to: 2 });
  });

  it('offers to promote the compared label, else production, unless it points to the version', () => {
    const labels = { production: 3, staging: 1 };
    const target = (query: string) => promotionTarget(read(query, 4, labels), { latestVersion: 4, labels });
    expect(target('')).toBe('production');
    expect(target('from=staging')).toBe('staging');
    expect(target('from=1&to=2')).toBe('production');
    expect(target('from=2&to=3')).toBeUndefined();
  });
});
