import type { JsonValue } from '../../../src/domain/text/json.ts';
import { arbitraryTemplateText } from '../../support/builders/arbitrary-template.ts';
import fc from '../../support/seeded-fast-check.ts';

export interface Case {
  readonly texts: readonly string[];
  readonly roles: readonly string[];
  readonly isChat: boolean;
  /** Whether the values are made to fit the variables. */
  readonly isFitting: boolean;
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly placeholders: Readonly<Record<string, JsonValue>>;
  /** Those that fit. */
  readonly messages: readonly JsonValue[];
}

const arbitraryValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<JsonValue>('', 'Ada', '<b>"&\'', '{{a}}', '\\{{b}}', 'é🦁\n', null) },
  { weight: 2, arbitrary: fc.constantFrom<JsonValue>([], [1, 'x'], [{ a: { b: 1 } }], { b: 'y', a: { b: null } }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, noUnicodeString: true }) as fc.Arbitrary<JsonValue> },
);

const arbitraryValues = fc
  .record(
    {
      a: arbitraryValue,
      b: arbitraryValue,
      c: arbitraryValue,
      A: arbitraryValue,
      constructor: arbitraryValue,
    },
    { requiredKeys: ['a', 'b'] },
  )
  .map((values) => Object.fromEntries(Object.entries(values)) as Case['values']);

/** Nothing but the role matters. The names of fields are in any order, which must stay. */
const arbitraryMessage = fc
  .record(
    {
      role: fc.constantFrom('user', 'assistant', 'tool', 'nobody'),
      content: fc.constantFrom<JsonValue>('{{a}}', 'Hi', null, [{ type: 'image_url', image_url: { url: '{{a}}' } }]),
      tool_calls: fc.constant([{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"{{a}}"}' } }]),
      tool_call_id: fc.constant('c1'),
    },
    { requiredKeys: ['role'] },
  )
  .chain((message) => fc.shuffledSubarray(Object.entries(message), { minLength: Object.keys(message).length }))
  .map((fields) => Object.fromEntries(fields) as JsonValue);

const arbitraryMessages = fc.array(arbitraryMessage, { maxLength: 3 });

const arbitraryWrongMessages = fc.array(
  fc.oneof(arbitraryMessage, fc.constantFrom<JsonValue>('Hi', null, [], {}, { content: 'Hi' }, { role: 7 })),
  { maxLength: 2 },
);

export const arbitraryCase: fc.Arbitrary<Case> = fc.record({
  texts: fc.array(arbitraryTemplateText, { minLength: 1, maxLength: 3 }),
  roles: fc.array(fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'), { minLength: 3, maxLength: 3 }),
  isChat: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  isFitting: fc.integer({ min: 0, max: 2 }).map((number) => number > 0),
  values: arbitraryValues,
  placeholders: fc.record(
    { h: fc.oneof(arbitraryMessages, arbitraryWrongMessages), x: arbitraryMessages },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Case['placeholders']>,
  messages: arbitraryMessages,
});
