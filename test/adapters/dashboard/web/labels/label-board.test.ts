import { describe, expect, it } from 'vitest';
import {
  type BoardPrompt,
  countBehind,
  isBehind,
  type LabelLocks,
} from '../../../../../src/adapters/inbound/dashboard/web/api/labels/board-prompt.ts';
import {
  readBoardFilters,
  writeBoardFilters,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/labels/board-filters.ts';
import { chooseColumns } from '../../../../../src/adapters/inbound/dashboard/web/pages/labels/choose-columns.ts';
import {
  describeOutcomes,
  describePlan,
  isIncluded,
  planPromotion,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/labels/promotion/plan-promotion.ts';
import { proposeCopyName } from '../../../../../src/adapters/inbound/dashboard/web/pages/prompt/dialogs/propose-name.ts';

const aPrompt = (name: string, latestVersion: number, labels: BoardPrompt['labels'] = {}): BoardPrompt => ({
  id: `id of ${name}`,
  name,
  folder: '',
  labels,
  latestVersion,
  revision: 7,
});

describe('the address of the label board', () => {
  it.each([
    '',
    'q=hello+world&folder=',
    'folder=a%2Fb&behind=production&label=production&label=staging',
    'includes=behind',
  ])('?%s is preserved by reading and writing', (address) => {
    expect(writeBoardFilters(readBoardFilters(new URLSearchParams(address))).toString()).toBe(address);
  });

  it('drops what is not a label, repeated columns, and more columns than fit', () => {
    const many = Array.from({ length: 10 }, (_, index) => `label=l${index}`).join('&');

    const { behind, columns } = readBoardFilters(new URLSearchParams(`behind=latest&label=No&label=l0&${many}`));

    expect(behind).toBe('');
    expect(columns).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7']);
  });
});

describe('the columns of the label board', () => {
  it('begin with production, also if no prompt has it', () => {
    expect(chooseColumns([])).toEqual(['production']);
    expect(chooseColumns([aPrompt('a', 1, { canary: 1, production: 1 })])).toEqual(['production', 'canary']);
  });

  it('are the most frequent labels in alphabetical order', () => {
    const prompts = [
      aPrompt('a', 1, { z: 1, rare: 1 }),
      aPrompt('b', 1, { z: 1, y: 1, x: 1, w: 1 }),
      aPrompt('c', 1, { y: 1, x: 1, w: 1 }),
    ];

    expect(chooseColumns(prompts)).toEqual(['production', 'w', 'x', 'y', 'z']);
  });
});

describe('a label that is behind', () => {
  it('points to an older version than the latest', () => {
    const prompt = aPrompt('a', 5, { production: 3, staging: 5 });

    expect(['production', 'staging', 'canary'].map((label) => countBehind(prompt, label))).toEqual([2, 0, 0]);
  });

  it('is not mistaken for a property that every object has', () => {
    expect(isBehind(aPrompt('a', 5), 'constructor')).toBe(false);
  });
});

describe('the plan of a promotion', () => {
  const prompts = [
    aPrompt('behind', 3, { production: 1, staging: 2 }),
    aPrompt('current', 2, { production: 2 }),
    aPrompt('new', 4),
    aPrompt('ahead', 4, { production: 4, staging: 2 }),
  ];
  const describeMoves = (label: string, source: string, locks: LabelLocks = new Map()) => {
    const { moves, skipped } = planPromotion(prompts, label, source, locks);
    return [
      ...moves.map(({ name, from, to }) => `${name}: ${from} to ${to}`),
      ...skipped.map(({ name, reason }) => `${name} ${reason}`),
    ];
  };

  it('moves a label to the latest version of each prompt', () => {
    expect(describeMoves('production', 'latest')).toEqual([
      'behind: 1 to 3',
      'new: undefined to 4',
      'current already at v2',
      'ahead already at v4',
    ]);
  });

  it('moves a label to the version of another label, where there is one', () => {
    expect(describeMoves('production', 'staging')).toEqual([
      'behind: 1 to 2',
      'ahead: 4 to 2',
      'current has no label staging',
      'new has no label staging',
    ]);
  });

  it('updates the includes of locked labels that have newer ones', () => {
    const locks = new Map([
      [
        'production',
        new Map([
          ['id of behind', true],
          ['id of current', false],
        ]),
      ],
    ]);

    expect(describeMoves('production', 'production', locks)).toEqual([
      'behind: 1 to 1',
      'current already at v2 with its includes',
      'new has no label production',
      'ahead already at v4 with its includes',
    ]);
  });

  it('includes safe moves, and breaking ones only if they are chosen', () => {
    const breaking = { kind: 'breaking', changes: [] } as const;

    expect(isIncluded('a', { kind: 'safe' }, new Map())).toBe(true);
    expect(isIncluded('a', { kind: 'safe' }, new Map([['a', false]]))).toBe(false);
    expect(isIncluded('a', breaking, new Map())).toBe(false);
    expect(isIncluded('a', breaking, new Map([['a', true]]))).toBe(true);
  });

  it('never includes a move that is not checked', () => {
    const chosen = new Map([['a', true]]);

    expect(isIncluded('a', undefined, chosen)).toBe(false);
    expect(isIncluded('a', { kind: 'unchecked', problem: new Error() }, chosen)).toBe(false);
  });

  it('is summarized in one line', () => {
    const plan = planPromotion(prompts, 'production', 'latest', new Map());
    const checks = new Map([
      ['id of behind', { kind: 'breaking', changes: [] } as const],
      ['id of new', { kind: 'safe' } as const],
    ]);

    expect(describePlan(plan, checks, new Map())).toBe('1 will move · 1 breaking · 2 skipped');
    expect(describePlan(plan, checks, new Map([['id of behind', true]]))).toBe('2 will move · 1 breaking · 2 skipped');
  });

  it('is reported with everything that did not move', () => {
    const outcomes = new Map([
      ['a', { kind: 'moved' } as const],
      ['b', { kind: 'moved-elsewhere', version: 4 } as const],
      ['c', { kind: 'not-attempted' } as const],
    ]);

    expect(describeOutcomes(outcomes)).toBe('1 moved · 2 not moved');
  });
});

describe('the proposed name of a copy', () => {
  it.each([
    ['support/greeting', 'support/greeting-copy'],
    ['support/greeting-copy', 'support/greeting-copy-2'],
    ['greeting-copy-9', 'greeting-copy-10'],
    ['a'.repeat(128), `${'a'.repeat(123)}-copy`],
  ])('of %s is %s', (name, copy) => {
    expect(proposeCopyName(name)).toBe(copy);
  });
});
