import { describe, expect, it } from 'vitest';
import { inIncludeOrder } from '../../../../src/adapters/inbound/cli/prompts/files/include-order.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';

function including(name: string, ...names: readonly string[]) {
  const outcome = parseTemplate(names.map((other) => `{{> ${other}}}`).join(' '));
  return { name, templates: outcome.kind === 'template' ? [outcome.template] : [] };
}

const order = (...prompts: readonly ReturnType<typeof including>[]) => inIncludeOrder(prompts).map(({ name }) => name);

describe('the order of pushing', () => {
  it('is that of the files where nothing is included', () => {
    expect(order(including('a'), including('b', 'elsewhere'), including('c'))).toEqual(['a', 'b', 'c']);
  });

  it('puts what is included first, by whatever label and however often', () => {
    expect(order(including('a', 'b@production', 'c', 'b@2'), including('b', 'c'), including('c'))).toEqual([
      'c',
      'b',
      'a',
    ]);
  });

  it('leaves circles to the end', () => {
    expect(
      order(including('a', 'b'), including('b', 'a'), including('c', 'c'), including('d'), including('e', 'a')),
    ).toEqual(['d', 'a', 'b', 'c', 'e']);
  });

  it('does not mind a long chain', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => including(`p${index}`, `p${index + 1}`));

    expect(order(...chain)[0]).toBe('p19999');
  });
});
