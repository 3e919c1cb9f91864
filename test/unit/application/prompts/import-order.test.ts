import { expect, it } from 'vitest';
import { includedFirst } from '../../../../src/application/prompts/import-export/import-order.ts';
import type { ImportedPrompt } from '../../../../src/application/prompts/import-export/imported-prompt.ts';
import type { IncludeTarget } from '../../../../src/domain/prompts/naming/include-target.ts';
import type { PromptName } from '../../../../src/domain/prompts/naming/prompt-name.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** What each prompt includes, in the order of the import. */
type Includes = readonly (readonly [name: string, includes: readonly string[]])[];

function ordering(prompts: Includes) {
  let looks = 0;
  const imported = prompts.map(([name, includes]): [PromptName, ImportedPrompt] => {
    const targets = includes.map((target): [string, IncludeTarget] => [
      target,
      { name: target as PromptName, selector: undefined },
    ]);
    const prompt = {
      metadata: { name },
      get includes() {
        looks += 1;
        return new Map(targets);
      },
    };
    return [name as PromptName, prompt as unknown as ImportedPrompt];
  });
  const { ordered, circular } = includedFirst(new Map(imported));
  return { ordered: ordered.map(({ metadata }) => String(metadata.name)), circular, looks };
}

it('puts included prompts first, and otherwise keeps the order they come in', () => {
  const prompts: Includes = [
    ['whole', ['part', 'page', 'here-already']],
    ['page', ['part']],
    ['other', []],
    ['part', []],
    ['another', ['part']],
  ];

  expect(ordering(prompts)).toMatchObject({
    ordered: ['other', 'part', 'page', 'another', 'whole'],
    circular: [],
  });
});

it('finds those that include themselves, and those that include such', () => {
  const prompts: Includes = [
    ['itself', ['itself']],
    ['a', ['b']],
    ['b', ['c', 'plain']],
    ['c', ['a']],
    ['above', ['a']],
    ['plain', []],
  ];

  expect(ordering(prompts)).toMatchObject({ ordered: ['plain'], circular: ['itself', 'a', 'b', 'c', 'above'] });
});

it('orders any prompts so that each comes behind all that it includes, unless it is in a circle', () => {
  const anyIncludes = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { maxLength: 12 });

  fc.assert(
    fc.property(anyIncludes, (includes) => {
      const prompts: Includes = includes.map((targets, index) => [`p${index}`, targets.map((target) => `p${target}`)]);
      const { ordered, circular } = ordering(prompts);

      expect([...ordered, ...circular].sort()).toEqual(prompts.map(([name]) => name).sort());
      const known = new Map(prompts);
      for (const [place, name] of ordered.entries()) {
        const awaited = (known.get(name) ?? []).filter((target) => known.has(target));
        expect(ordered.slice(0, place)).toEqual(expect.arrayContaining(awaited));
      }
      for (const name of circular) {
        expect(known.get(name)?.some((target) => (circular as readonly string[]).includes(target))).toBe(true);
      }
    }),
  );
});

it('looks at each prompt once, however long the chain and however many include the same', () => {
  const chain = Array.from({ length: 2000 }, (_, index): [string, string[]] => [`p${index}`, [`p${index + 1}`]]);
  const prompts: Includes = [...chain, ['p2000', []]];

  const { ordered, looks } = ordering(prompts);

  expect(ordered).toEqual(prompts.map(([name]) => name).reverse());
  expect(looks).toBe(prompts.length);
});
