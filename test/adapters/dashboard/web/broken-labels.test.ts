import { describe, expect, it } from 'vitest';
import {
  describeBrokenVersions,
  findBrokenVersions,
  labelledVersions,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/broken-labels.ts';
import type { CallerContract } from '../../../../src/domain/templates/breaking-changes.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { inferVariable } from '../../../../src/domain/templates/variables.ts';

const include = () => undefined;

function contractOf(text: string): CallerContract {
  const outcome = parseTemplate(text);
  const templates = outcome.kind === 'template' ? [outcome.template] : [];
  return { variables: variableUses(templates, include).map(inferVariable), templates, include };
}

const labels = { canary: 1, production: 1, staging: 2 };
const contracts = new Map([
  [1, contractOf('{{user.name}}')],
  [2, contractOf('{{user.name}} {{agent}}')],
]);

describe('the labels whose callers a draft breaks', () => {
  it('are found by the version that each of them points to', () => {
    expect(findBrokenVersions(labels, contracts, contractOf('{{user.name}} {{agent}}'))).toEqual([
      { version: 1, labels: ['production', 'canary'], changes: [{ path: 'agent', change: 'added-required' }] },
    ]);
    expect(findBrokenVersions(labels, contracts, contractOf('{{user.name}} {{user.email}} {{agent}}'))).toEqual([
      {
        version: 1,
        labels: ['production', 'canary'],
        changes: [
          { path: 'agent', change: 'added-required' },
          { path: 'user.email', change: 'member-added' },
        ],
      },
      { version: 2, labels: ['staging'], changes: [{ path: 'user.email', change: 'member-added' }] },
    ]);
  });

  it('are none when their callers send all that the draft needs', () => {
    expect(findBrokenVersions({ production: 2 }, contracts, contractOf('{{agent}}: {{user.name}}'))).toEqual([]);
  });

  it.each([
    [[], ''],
    [['production'], 'breaking for production'],
    [['staging', 'production'], 'breaking for production and staging'],
    [['a', 'staging', 'production'], 'breaking for production and 2 more labels'],
  ])('%j are described as: %s', (broken, expected) => {
    expect(describeBrokenVersions([{ version: 1, labels: broken, changes: [] }])).toBe(expected);
  });

  it('are compared with five versions at most, the one of production among them', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`label-${index}`, index + 1]));

    expect(labelledVersions({ ...many, production: 9 })).toEqual([9, 1, 2, 3, 4]);
    expect(labelledVersions({ a: 3, b: 3 })).toEqual([3]);
  });
});
