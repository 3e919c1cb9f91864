import { expect, it } from 'vitest';
import { orderByIncludes } from '../../../../src/domain/prompts/include-order.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** Prompts with the names they include, in their original order. */
type Includes = readonly (readonly [name: string, includes: readonly string[]])[];

function order(prompts: Includes) {
  let visits = 0;
  const items = new Map(prompts.map((prompt) => [prompt[0], prompt]));
  const { ordered, circular } = orderByIncludes(items, ([, includes]) => {
    visits += 1;
    return new Set(includes);
  });
  return { ordered: ordered.map(([name]) => name), circular: circular.map(([name]) => name), visits };
}

it('orderByIncludes puts included prompts first, and otherwise preserves their order', () => {
  const prompts: Includes = [
    ['whole', ['part', 'page', 'not-among-them']],
    ['page', ['part']],
    ['other', []],
    ['part', []],
    ['another', ['part']],
  ];

  expect(order(prompts)).toMatchObject({
    ordered: ['other', 'part', 'page', 'another', 'whole'],
    circular: [],
  });
});

it('orderByIncludes finds prompts that include themselves, and prompts that include those', () => {
  const prompts: Includes = [
    ['itself', ['itself']],
    ['a', ['b']],
    ['b', ['c', 'plain']],
    ['c', ['a']],
    ['above', ['a']],
    ['plain', []],
  ];

  expect(order(prompts)).toMatchObject({ ordered: ['plain'], circular: ['itself', 'a', 'b', 'c', 'above'] });
});

it('orderByIncludes puts every prompt after all that it includes, unless they form a cycle', () => {
  const anyIncludes = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { maxLength: 12 });

  fc.assert(
    fc.property(anyIncludes, (includes) => {
      const prompts: Includes = includes.map((targets, index) => [`p${index}`, targets.map((target) => `p${target}`)]);
      const { ordered, circular } = order(prompts);

      expect([...ordered, ...circular].sort()).toEqual(prompts.map(([name]) => name).sort());
      const known = new Map(prompts);
      for (const [position, name] of ordered.entries()) {
        const included = (known.get(name) ?? []).filter((target) => known.has(target));
        expect(ordered.slice(0, position)).toEqual(expect.arrayContaining(included));
      }
      for (const name of circular) {
        expect(known.get(name)?.some((target) => circular.includes(target))).toBe(true);
      }
    }),
  );
});

it('orderByIncludes visits each prompt once, however long the chain', () => {
  const chain = Array.from({ length: 2000 }, (_, index): [string, string[]] => [`p${index}`, [`p${index + 1}`]]);
  const prompts: Includes = [...chain, ['p2000', []]];

  const { ordered, visits } = order(prompts);

  expect(ordered).toEqual(prompts.map(([name]) => name).reverse());
  expect(visits).toBe(prompts.length);
});
