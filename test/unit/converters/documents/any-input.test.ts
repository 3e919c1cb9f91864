import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../../../src/adapters/converters/conversion.ts';
import { sha256ContentHashing as hashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { checkDocuments } from '../../../../src/application/prompts/import-export/imported-prompt.ts';
import { aJsonFile, convertChosen } from '../../../support/imports/convert-fixtures.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const NOW = new Date('2026-11-16T12:00:00.000Z');

const word = fc.constantFrom(
  'a',
  'b',
  'B c',
  'ünï',
  '2nd',
  'production',
  'latest',
  'x/y/z',
  'p_1763294400000_abc123',
  '',
);
const piece = fc.constantFrom(
  ...['Hi ', '\n', '{{x}}', '{{ first-name }}', '{{#a}}', '{{/a}}', '{{^a}}', '{{.}}', '{{.b}}', '{{{x}}}', '\\{{'],
  ...[
    '{x}',
    '{{',
    '}}',
    '{',
    '{% if a %}',
    '{% endif %}',
    '{% for i in a %}',
    '{% endfor %}',
    '{{ i.b }}',
    '{{x|upper}}',
  ],
  ...['@@@langfusePrompt:name=b|label=production@@@', '@@@langfusePrompt:name=a|version=2@@@', '@@@b@@@', '{{> b}}'],
);
const template = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), word, template);
const version = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom<unknown>('3', 0, -1, 1.5, null, 'x'));
const content = fc.oneof(
  template,
  fc.array(fc.oneof(fc.record({ type: fc.constantFrom('text', 'input_text', 'image_url'), text: template }), anything)),
);
const messages = fc.array(
  fc.oneof(
    fc.record({ role: fc.constantFrom('system', 'user', 'model', 'function', 'developer', 'king'), content }),
    fc.record({ type: fc.constant('placeholder'), name: word }),
    anything,
  ),
  { maxLength: 4 },
);
const settings = {
  labels: fc.oneof(fc.array(word), anything),
  tags: fc.oneof(fc.array(word), anything),
  config: anything,
  createdAt: fc.constantFrom<unknown>('2026-03-02T09:15:00.000Z', 'never', 1e15, null, '+012345-01-01T00:00:00Z'),
  commitMessage: anything,
};
const langfuse = fc.record({
  name: word,
  version,
  type: word,
  prompt: fc.oneof(template, messages, anything),
  ...settings,
});
const openai = fc.record(
  {
    openai_prompt_id: word,
    name: word,
    production_version: version,
    model: anything,
    instructions: template,
    input: fc.oneof(template, messages),
    variables: anything,
    versions: fc.array(fc.record({ version, messages, config: anything, variables: anything }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
);
const promptlayer = fc.record({
  prompt_name: word,
  version,
  prompt_template: fc.record(
    {
      type: fc.constantFrom('chat', 'completion'),
      messages,
      content,
      template_format: fc.constantFrom('f-string', 'jinja2'),
      input_variables: fc.array(word),
      tools: anything,
    },
    { requiredKeys: [] },
  ),
  metadata: anything,
  release_labels: anything,
  ...settings,
});

/** YAML is a superset of JSON, so this is a file of GitHub, too. */
const github = fc.record(
  {
    name: word,
    model: anything,
    modelParameters: anything,
    messages,
    inputs: anything,
    prompt: template,
    tags: anything,
  },
  { requiredKeys: ['messages'] },
);

describe('convertFiles', () => {
  const sources: readonly (readonly [SourceName, fc.Arbitrary<unknown>])[] = [
    ['langfuse', fc.array(langfuse, { maxLength: 5 })],
    ['openai', fc.oneof(openai, fc.array(openai, { maxLength: 3 }))],
    ['promptlayer', fc.record({ items: fc.array(promptlayer, { maxLength: 4 }) })],
    ['github', github],
    ['langwatch', github],
  ];

  it.each(sources)('makes only valid documents of anything in the format of %s', longTimeout, (from, source) => {
    const property = (value: unknown, raw: boolean, folder: string) => {
      const path = from === 'github' || from === 'langwatch' ? 'a.prompt.yml' : 'a.json';

      const { documents } = convertChosen([{ ...aJsonFile(value), path }], { from, raw, folder });

      expect(checkDocuments(documents, hashing, NOW)).toMatchObject({ kind: 'valid' });
    };
    fc.assert(fc.property(source, fc.boolean(), fc.constantFrom('', 'team'), property), { numRuns: 100 });
  });
});
