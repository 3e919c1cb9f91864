import { describe, expect, it } from 'vitest';
import { parsePromptName } from '../../../../src/domain/naming/prompt-name.ts';
import type { VersionDocument } from '../../../../src/domain/prompts/prompt-document.ts';
import { parseContent, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { parseVariables, useProblems } from '../../../../src/domain/templates/variables.ts';
import { convertSources, readFixtures } from '../../../support/imports/convert-fixtures.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const PATHS = [
  'a.prompt',
  'a.v2.prompt',
  'folder/_a.prompt',
  'a.prompty',
  'promptfooconfig.yaml',
  'b.txt',
  'b.json',
  'a.agent',
  'a.prompt.md',
  'a.prompt.yml',
  'a.json',
];

/** Pieces of all formats, so that some files are almost valid. */
const PIECES = [
  '---\n',
  '\n---\n',
  'name: a-b\n',
  'type: chat\n',
  'model: {id: m, api_key: secret}\n',
  'input: {schema: {x?: string, "y(enum)": [1, null]}, default: {z: 1}}\n',
  'inputs: [{name: x, kind: image}, {name: y, kind: thread}]\n',
  'inputs: {x: 1, y: {type: array, sample: []}}\n',
  'template: mustache\n',
  'prompts: [file://b.txt, "*.json", a.txt, {raw: "{{x}}"}]\n',
  'variables: [{name: x}]\n',
  'System: ',
  '\nUser: ',
  'system:\n',
  '\nuser[name="x"]:\n',
  '![thread]\n',
  '![x]({{x}})',
  '{% for i in y %}{{i.role}}: {{i.content}}{% endfor %}',
  '<system>',
  '</system>\n',
  '<user>\n  ',
  '</user>',
  '<text>',
  '<image url="{{x}}" />',
  '<tool name="t">',
  '</tool>',
  '## user\n\n',
  '\n## placeholder p\n',
  '{{role "user"}}',
  '{{~role "model"~}}',
  '{{history}}',
  '{{media url=x}}',
  '{{! ',
  '{{!-- ',
  ' --}}',
  '{{x}}',
  '{{x-y}}',
  '{{#x}}',
  '{{/x}}',
  '{{#if x}}',
  '{{else}}',
  '{{/if}}',
  '{{#each y}}',
  '{{/each}}',
  '{{> folder/a}}',
  '{% if x %}',
  '{% endif %}',
  '{% raw %}',
  '\\{{',
  '[{"role": "user", "content": "{{x}}"}]',
  '{"openai_prompt_id": "p", "versions": []}',
  '\r\n',
  '\t',
  '\uFEFF',
  'é🙂',
];

const arbitraryText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 5 })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

const arbitraryFiles = fc.uniqueArray(
  fc.record({ path: fc.constantFrom(...PATHS), text: arbitraryText, isChosen: fc.boolean() }),
  { minLength: 1, maxLength: 4, selector: ({ path }) => path },
);

/** What the service would complain about. */
function findProblems({ content, variables }: VersionDocument): readonly unknown[] {
  const parsed = parseContent(content);
  const declared = parseVariables(variables);
  if (parsed.kind === 'invalid') return parsed.problems;
  if (declared.kind === 'invalid') return declared.problems;
  const templates = templatesOf(parsed.template);
  if (includeTargets(templates).length > 0) return [];
  const uses = variableUses(templates, () => undefined);
  return useProblems(declared.variables, uses);
}

describe('any text', () => {
  it('becomes documents that the service accepts, or is refused', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryFiles, fc.boolean(), (files, raw) => {
        const { documents } = convertSources(files, { raw });

        expect(documents.map(({ name }) => parsePromptName(name))).not.toContain(undefined);
        expect(documents.flatMap(({ versions }) => versions.flatMap(findProblems))).toEqual([]);
        expect(JSON.stringify(documents)).not.toContain('"secret"');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['dotprompt', 'litellm', 'prompty', 'promptfoo/translate', 'humanloop', 'prompthold'])(
    'of %s may have the line breaks of Windows',
    (folder) => {
      const files = readFixtures(folder);
      const withBreaks = files.map(({ path, text }) => ({ path, text: text.replaceAll('\n', '\r\n') }));

      const documents = JSON.stringify(convertSources(withBreaks).documents).replaceAll('\\r\\n', '\\n');
      expect(JSON.parse(documents)).toEqual(JSON.parse(JSON.stringify(convertSources(files).documents)));
    },
  );

  it.each([
    ['a.prompt', ['{{!-- ', '{{history}}', '<user></user>\n', '\n\n ', 'User:\n']],
    ['a.agent', ['<user></user>\n', '<text>', '\n\n ']],
    ['a.prompty', ['user:\n', '![thread]\n', '![x](', '\n\n ']],
  ])('in %s is cut into messages in linear time', (path, pieces) => {
    for (const piece of pieces) convertSources([{ path, text: `---\nmodel: m\n---\n${piece.repeat(50_000)}` }]);
  });
});
