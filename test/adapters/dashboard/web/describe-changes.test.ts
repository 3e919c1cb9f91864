import { describe, expect, it } from 'vitest';
import {
  describeChanges,
  describeNames,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/describe-changes.ts';
import type { Draft } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';

const text = (content: string): Draft => ({
  content: { type: 'text', content },
  declared: [],
  order: [],
  config: '{}',
});

describe('the changes of a draft', () => {
  it.each([
    ['a\nb\nc', 'a\nB\nc', '1 line changed'],
    ['a\nb\nc', 'a\nB1\nB2\nc', '2 lines changed'],
    ['a\nb\nc', 'c', '2 lines changed'],
    ['a\n', 'a\nb\nc\n', '2 lines changed'],
    ['a\nb\nc\nd\n', 'A\nb\nC\nd\n', '2 lines changed'],
  ])('from %j to %j are: %s', (before, after, expected) => {
    expect(describeChanges(text(before), text(after))).toBe(expected);
  });

  it('are named when the text is the same', () => {
    const before = text('{{a}}');
    const variable = {
      name: 'a',
      type: 'number',
      required: true,
      fallback: null,
      choices: [],
      description: '',
    } as const;

    expect(describeChanges(before, { ...before, config: '{"model": "large"}' })).toBe('config changed');
    expect(describeChanges(before, { ...before, declared: [variable] })).toBe('variables changed');
  });

  it('name the variables that are added and removed', () => {
    expect(describeNames([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'c' }])).toBe('+c −a');
    expect(describeNames([{ name: 'a' }], [{ name: 'a' }])).toBe('');
    expect(
      describeNames(
        [],
        [...'abcdefg'].map((name) => ({ name })),
      ),
    ).toBe('+a +b +c +d +e and 2 more');
  });
});
