import { describe, expect, it } from 'vitest';
import { inIncludeOrder } from '../../../../src/adapters/inbound/cli/prompts/files/include-order.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';

function promptIncluding(name: string, ...names: readonly string[]) {
  const outcome = parseTemplate(names.map((other) => `{{> ${other}}}`).join(' '));
  return { name, templates: outcome.kind === 'template' ? [outcome.template] : [] };
}

const order = (...prompts: readonly ReturnType<typeof promptIncluding>[]) =>
  inIncludeOrder(prompts).map(({ name }) => name);

describe('inIncludeOrder', () => {
  it('keeps the order of the files when none includes another', () => {
    expect(order(promptIncluding('a'), promptIncluding('b', 'elsewhere'), promptIncluding('c'))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('puts included prompts first, regardless of label and repetition', () => {
    expect(
      order(promptIncluding('a', 'b@production', 'c', 'b@2'), promptIncluding('b', 'c'), promptIncluding('c')),
    ).toEqual(['c', 'b', 'a']);
  });

  it('puts circular includes last', () => {
    expect(
      order(
        promptIncluding('a', 'b'),
        promptIncluding('b', 'a'),
        promptIncluding('c', 'c'),
        promptIncluding('d'),
        promptIncluding('e', 'a'),
      ),
    ).toEqual(['d', 'a', 'b', 'c', 'e']);
  });

  it('handles a chain of 20,000 includes', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => promptIncluding(`p${index}`, `p${index + 1}`));

    expect(order(...chain)[0]).toBe('p19999');
  });
});
