import fc from 'fast-check';
import type { FilePrompt } from '../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { ROLES } from '../../../src/domain/templates/prompt-content.ts';
import type { JsonObject, JsonValue } from '../../../src/domain/text/json.ts';

export function aFilePrompt(given: Partial<FilePrompt> = {}): FilePrompt {
  const content = { type: 'text', content: 'Hello.' } as const;
  return { name: 'greeting', description: '', tags: [], variables: [], config: {}, content, ...given };
}

/** Lines that could be mistaken for syntax of the file format. */
export const LINES = fc.constantFrom(
  ...['---', '---\r', '--- ', '...', '%YAML 1.1', '## user', '\\## user', '\\\\## tool', '## user\r', '## assistant '],
  ...['## developer', '\\## developer', '## developers'],
  ...[
    '## placeholder',
    '## placeholder p',
    '## placeholder p q',
    '## users',
    '##',
    '\\',
    '',
    ' ',
    '\r',
    '\t',
    '\uFEFF',
  ],
  ...['\u2028', '\u0085', 'type: text', 'type: chat', 'name: a', 'config:', '  a: 1', 'tags: [a]', '- a', '😀'],
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(LINES, fc.string({ unit: 'grapheme' })), { maxLength: 8 }).map((lines) => lines.join('\n')),
  fc
    .array(fc.constantFrom('\n', '\r', '\r\n', '\\', '## user', '---', 'a'), { maxLength: 10 })
    .map((parts) => parts.join('')),
);

/** Texts that a careless YAML parser would misread. */
const trickyText = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '1',
    '1.0',
    '-1',
    '0x1F',
    '0o17',
    '1e3',
    '.5',
    '.inf',
    '.nan',
    '~',
  ],
  ...[
    'null',
    'Null',
    'true',
    'TRUE',
    'yes',
    'No',
    'off',
    'y',
    '2024-01-01',
    '12:30:45',
    '1_000',
    '<<',
    '=',
    '- a',
    '? a',
  ],
  ...[
    ': a',
    'a: b',
    'a:',
    'a #b',
    '#a',
    '&a',
    '*a',
    '!a',
    '!!str a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"a',
    "'a",
    '{a',
    '[a',
    ', a',
  ],
  ...[
    'a\nb',
    'a\r\nb',
    'a ',
    ' a',
    '\ta',
    '\u0085',
    '\u2028',
    '\uFEFF',
    '\u0000',
    '\uFFFE',
    'k'.repeat(2000),
    'é',
    "it's",
  ],
);

const anyString = fc.oneof(trickyText, fc.string({ unit: 'binary' }), fc.string());
const anyNumber = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger());
// JSON has no -0: it is written as 0.
const anyScalar = fc.oneof(
  anyString,
  anyNumber.map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);

const { object, value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(anyString, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
}));

const anyVariable = fc.record(
  {
    name: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/),
    type: fc.constantFrom('string' as const, 'number' as const, 'boolean' as const, 'json' as const),
    required: fc.boolean(),
    default: value,
    enum: fc.array(value, { maxLength: 3 }),
    description: anyString,
  },
  { requiredKeys: ['name', 'type', 'required'] },
);

const anyMessage = fc.oneof(
  { weight: 4, arbitrary: fc.record({ role: fc.constantFrom(...ROLES), content: anyText }) },
  { weight: 1, arbitrary: fc.record({ placeholder: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/) }) },
);

const segment = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,8}$/);

export const anyName = fc
  .array(fc.oneof(segment, fc.constantFrom('a.prompt.md', 'a', 'true', '1')), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));

/** Any content of the right shape, template or not: the file format does not parse templates. */
export const anyTextPrompt: fc.Arbitrary<FilePrompt> = anyText.map((content) =>
  aFilePrompt({ content: { type: 'text', content } }),
);

export const anyChatPrompt: fc.Arbitrary<FilePrompt> = fc
  .array(anyMessage, { minLength: 1, maxLength: 6 })
  .map((messages) => aFilePrompt({ content: { type: 'chat', messages } }));

export const anyFrontMatterPrompt: fc.Arbitrary<FilePrompt> = fc
  .record({
    name: anyName,
    description: anyString,
    tags: fc.uniqueArray(segment, { maxLength: 4 }),
    variables: fc.array(anyVariable, { maxLength: 2 }),
    config: object,
  })
  .map(aFilePrompt);
