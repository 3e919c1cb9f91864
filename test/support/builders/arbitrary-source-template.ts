import fc from '../seeded-fast-check.ts';

/** A template without a language: what every language can express. */
export type SourcePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly member: string | undefined }
  | { readonly kind: 'item'; readonly member: string | undefined }
  | {
      readonly kind: 'condition';
      readonly name: string;
      readonly isNegated: boolean;
      readonly body: readonly SourcePiece[];
      readonly alternative: readonly SourcePiece[] | undefined;
      readonly isOnOwnLines: boolean;
    }
  | {
      readonly kind: 'loop';
      readonly name: string;
      readonly body: readonly SourcePiece[];
      readonly isOnOwnLines: boolean;
    };

export interface SourceValues {
  readonly [name: string]: unknown;
}

/** Texts, objects, conditions and lists have names of their own, because their values differ. */
const TEXTS = ['name', 'question'];
const OBJECTS = ['user', 'order'];
const CONDITIONS = ['vip', 'tone'];
const LISTS = ['items', 'lines'];
const MEMBERS = ['a', 'b'];

const FRAGMENTS = [
  'Hello',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '.',
  ',',
  '"',
  "'",
  '\\',
  '\\\\',
  'C:\\',
  '$',
  '@',
  '\u00e9',
  '\u{1f600}',
  '%',
  '#',
];

/** Without anything that a language could take for a tag. Braces need their own syntax in each language. */
const text = fc
  .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 6 })
  .map((parts): SourcePiece => ({ kind: 'text', text: parts.join('') }));

const variable = fc.oneof(
  fc.constantFrom(...TEXTS).map((name): SourcePiece => ({ kind: 'variable', name, member: undefined })),
  fc
    .tuple(fc.constantFrom(...OBJECTS), fc.constantFrom(...MEMBERS))
    .map(([name, member]): SourcePiece => ({ kind: 'variable', name, member })),
);

const item = fc.constantFrom(...MEMBERS).map((member): SourcePiece => ({ kind: 'item', member }));

const leaf = fc.oneof(text, variable);

const conditionOf = (body: fc.Arbitrary<readonly SourcePiece[]>): fc.Arbitrary<SourcePiece> =>
  fc.record({
    kind: fc.constant('condition' as const),
    name: fc.constantFrom(...CONDITIONS),
    isNegated: fc.boolean(),
    body,
    alternative: fc.option(body, { nil: undefined }),
    isOnOwnLines: fc.boolean(),
  });

const loopBody = fc.array(fc.oneof(leaf, item, conditionOf(fc.array(fc.oneof(leaf, item), { maxLength: 3 }))), {
  maxLength: 4,
});

const loop = fc.record({
  kind: fc.constant('loop' as const),
  name: fc.constantFrom(...LISTS),
  body: loopBody,
  isOnOwnLines: fc.boolean(),
});

const inner = fc.array(fc.oneof(leaf, loop), { maxLength: 4 });

export const arbitrarySourceTemplate: fc.Arbitrary<readonly SourcePiece[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: conditionOf(inner) },
    { weight: 2, arbitrary: loop },
  ),
  { maxLength: 8 },
);

const value = fc.string({ unit: 'grapheme', maxLength: 8 });
const object = fc.record({ a: value, b: value });
const condition = fc.oneof(fc.boolean(), fc.string({ minLength: 1, maxLength: 4 }));

/** A value for every name above. */
export const arbitrarySourceValues: fc.Arbitrary<SourceValues> = fc.record({
  name: value,
  question: value,
  user: object,
  order: object,
  vip: condition,
  tone: condition,
  items: fc.array(object, { maxLength: 3 }),
  lines: fc.array(object, { maxLength: 3 }),
});
