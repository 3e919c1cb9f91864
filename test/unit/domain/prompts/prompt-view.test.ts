import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { Tag } from '../../../../src/domain/naming/tag.ts';
import { choiceOf, isReadable, isWritable, type PromptView } from '../../../../src/domain/prompts/prompt-view.ts';

const aView = (fields: Partial<PromptView>): PromptView => ({
  tags: [],
  folder: undefined,
  label: undefined,
  ...fields,
});

const reply = { name: 'support/reply', tags: ['agent', 'mail'], labels: new Map([['staging', 2]]) };

describe('a view of prompts', () => {
  it.each([
    [{}, true],
    [{ tags: ['agent' as Tag] }, true],
    [{ tags: ['agent' as Tag, 'mail' as Tag] }, true],
    [{ tags: ['agent' as Tag, 'chat' as Tag] }, false],
    [{ folder: 'support' }, true],
    [{ folder: 'supp' }, false],
    [{ folder: 'support/reply' }, false],
    [{ folder: '' }, false],
    [{ label: 'staging' as Label }, true],
    [{ label: 'latest' as const }, true],
    [{ label: 'production' as Label }, false],
  ])('%j shows a prompt of its tags, its folder and its label: %s', (fields, isShown) => {
    expect(isReadable(aView(fields), reply)).toBe(isShown);
  });

  it('shows the top level alone if the folder is empty', () => {
    expect(isReadable(aView({ folder: '' }), { ...reply, name: 'reply' })).toBe(true);
  });

  it('lets a prompt be changed that lacks the label', () => {
    expect(isWritable(aView({ label: 'production' as Label }), reply)).toBe(true);
    expect(isWritable(aView({ folder: 'sales' }), reply)).toBe(false);
    expect(isWritable(aView({ tags: ['chat' as Tag] }), reply)).toBe(false);
  });

  it('serves its label, or by the default rule', () => {
    expect(choiceOf(aView({ label: 'staging' as Label }))).toEqual({ by: 'label', label: 'staging' });
    expect(choiceOf(aView({}))).toEqual({ by: 'default' });
  });
});
