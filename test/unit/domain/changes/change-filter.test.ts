import { describe, expect, it } from 'vitest';
import type { ChangeContent } from '../../../../src/domain/changes/change.ts';
import {
  ALL_CHANGES,
  type ChangeFilter,
  hasConditions,
  matchesFilter,
  type PromptSelector,
  parsePromptSelector,
} from '../../../../src/domain/changes/change-filter.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import { PRODUCTION, STAGING, toName } from '../../../support/builders/a-prompt.ts';
import { aChange, aLabelMove, PROMPT_ID } from '../../../support/builders/some-changes.ts';

function select(text: string): PromptSelector {
  const selector = parsePromptSelector(text);
  invariant(selector !== undefined, `${text} selects prompts`);
  return selector;
}

const matches = (content: ChangeContent, filter: Partial<ChangeFilter>): boolean =>
  matchesFilter(aChange(1, 1, content), { ...ALL_CHANGES, ...filter });

const rename: ChangeContent = {
  type: 'prompt.changed',
  data: {
    promptId: PROMPT_ID,
    name: toName('mail/reply'),
    changed: ['name'],
    previousName: toName('support/reply'),
    by: 'api',
  },
};
const deletion: ChangeContent = {
  type: 'prompt.deleted',
  data: { promptId: PROMPT_ID, name: toName('support/reply'), latestVersion: 3, by: 'api' },
};
const protection: ChangeContent = {
  type: 'protection.changed',
  data: { labels: [PRODUCTION], added: [PRODUCTION], removed: [], by: 'dashboard' },
};

describe('a filter of changes', () => {
  it('without conditions matches every change', () => {
    expect(hasConditions(ALL_CHANGES)).toBe(false);
    expect([aLabelMove(), rename, deletion, protection].map((content) => matches(content, {}))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('for types matches changes of one of them', () => {
    const filter = { types: ['label.moved', 'prompt.deleted'] } as const;

    expect([aLabelMove(), rename, deletion].map((content) => matches(content, filter))).toEqual([true, false, true]);
  });

  it('for labels matches moves of one of them, and nothing else', () => {
    const filter = { labels: [PRODUCTION, STAGING] };

    expect(matches(aLabelMove({ label: STAGING }), filter)).toBe(true);
    expect(matches(aLabelMove({ label: STAGING }), { labels: [PRODUCTION] })).toBe(false);
    expect([deletion, protection].map((content) => matches(content, filter))).toEqual([false, false]);
  });

  it.each([
    ['support/reply', true],
    [PROMPT_ID, true],
    ['support/*', true],
    ['support/reply2', false],
    ['support', false],
    ['support/reply/*', false],
    ['supp/*', false],
    ['p_1794744000000_a1b2c4', false],
  ])('for the prompt %s matches a change of support/reply: %s', (text, expected) => {
    expect(matches(aLabelMove(), { prompts: [select(text)] })).toBe(expected);
  });

  it('for a folder matches prompts in the folders below it', () => {
    const change = aLabelMove({ name: toName('support/eu/reply') });

    expect(matches(change, { prompts: [select('support/*')] })).toBe(true);
    expect(matches(change, { prompts: [select('support/eu/*')] })).toBe(true);
    expect(matches(change, { prompts: [select('support/e/*')] })).toBe(false);
  });

  it.each(['support/reply', 'mail/reply', 'support/*', 'mail/*', PROMPT_ID])(
    'for %s matches the rename of support/reply to mail/reply',
    (text) => {
      expect(matches(rename, { prompts: [select(text)] })).toBe(true);
    },
  );

  it('for several prompts matches changes of one of them', () => {
    const prompts = [select('mail/*'), select('support/reply')];

    expect(matches(aLabelMove(), { prompts })).toBe(true);
    expect(matches(aLabelMove({ name: toName('other') }), { prompts })).toBe(false);
  });

  it('for a prompt never matches a change that belongs to no prompt', () => {
    expect(matches(protection, { prompts: [select('support/*')] })).toBe(false);
    expect(matches(protection, { types: ['protection.changed'] })).toBe(true);
  });

  it('matches only if all of its conditions do', () => {
    const filter = { types: ['label.moved'], prompts: [select('support/*')], labels: [PRODUCTION] } as const;

    expect(matches(aLabelMove(), filter)).toBe(true);
    expect(matches(aLabelMove({ label: STAGING }), filter)).toBe(false);
    expect(matches(aLabelMove({ name: toName('other') }), filter)).toBe(false);
    expect(matches(aLabelMove(), { ...filter, types: ['prompt.deleted'] })).toBe(false);
  });
});
