import fc from 'fast-check';

/** Tags and fragments of tags, so that generated texts contain many near misses. */
const FRAGMENTS = [
  ...['{{', '}}', '{', '}', '{{{', '}}}', '\\', '\\\\', ' ', '  ', '\t', '\n', '"', ':', ',', '\u00e9', '\u{1f600}'],
  ...[
    '#',
    '^',
    '/',
    '>',
    '.',
    '@',
    '-',
    '_',
    'a',
    'b',
    'a.b',
    '.a',
    '..',
    '0',
    '1',
    '01',
    'A',
    'latest',
    'constructor',
  ],
  ...['{{a}}', '{{ b }}', '{{a.b}}', '{{a.0}}', '{{.}}', '{{.a.b}}', '{{#a}}', '{{/a}}', '{{^b}}', '{{/ b }}'],
  ...['{{> a}}', '{{>a/b@production}}', '{{> a@12 }}', '{{#a.b}}', '{{> A}}', '{{"a":1}}', '{{a b}}', '{{__proto__}}'],
];

/** Any text, mostly full of braces. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Fragments that cannot open, close or escape a section. */
const LEAVES = [...FRAGMENTS.filter((fragment) => !/[#^/\\]/.test(fragment)), '\\{{a}}', '\\\\{{a}}', '\\n'];

/** A text with balanced sections. */
export const arbitraryTemplateText: fc.Arbitrary<string> = fc.letrec<{ nodes: string; node: string; leaf: string }>(
  (tie) => ({
    leaf: fc.constantFrom(...LEAVES),
    node: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      fc
        .tuple(fc.constantFrom('#', '^'), fc.constantFrom('a', 'b', 'c'), tie('nodes'))
        .map(([sign, name, body]) => `{{${sign}${name}}}${body}{{/${name}}}`),
    ),
    nodes: fc.array(tie('node'), { maxLength: 6 }).map((nodes) => nodes.join('')),
  }),
).nodes;

export const arbitraryName: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
