import { describe, expect, it } from 'vitest';
import { parsePromptFile } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { readPromptFile } from './prompt-file.suite.ts';

function problems(file: string): readonly string[] {
  const outcome = parsePromptFile(file);
  return outcome.kind === 'invalid' ? outcome.problems.map(({ line, problem }) => `${line}: ${problem}`) : [];
}

describe('parsing a prompt file', () => {
  it('leaves omitted fields undefined', () => {
    expect(readPromptFile('---\ntype: text\n---\nHi')).toEqual({ content: { type: 'text', content: 'Hi' } });
  });

  it('makes a variable a required string by default', () => {
    expect(readPromptFile('---\ntype: text\nvariables:\n  - name: a\n---\n{{a}}').variables).toEqual([
      { name: 'a', type: 'string', required: true },
    ]);
  });

  it('strips a byte order mark at the start, but not one in the content', () => {
    expect(readPromptFile('\uFEFF---\ntype: text\n---\n\uFEFFHi').content).toEqual({
      type: 'text',
      content: '\uFEFFHi',
    });
  });
});

describe('the config field', () => {
  it.each([
    ['2024-01-01', '2024-01-01'],
    ['yes', 'yes'],
    ['1_000', '1_000'],
    ['0x10', 16],
    ['1e3', 1000],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['~', null],
    ['"1"', '1'],
    ['{"__proto__": {"a": 1}, "constructor": 2}', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')],
  ])('reads %s as YAML 1.2', (yaml, value) => {
    const { config } = readPromptFile(`---\ntype: text\nconfig:\n  a: ${yaml}\n---\n`);

    expect(JSON.stringify(config)).toBe(JSON.stringify({ a: value }));
  });
});

describe('an invalid prompt file', () => {
  it.each([
    ['', ['1: must begin with a line `---`, the front matter and a line `---`']],
    ['Hello', ['1: must begin with a line `---`, the front matter and a line `---`']],
    ['---\ntype: text\n', ['1: has front matter that never ends: its last line must be `---`']],
    ['---\n---\n', ['2: the front matter must be fields such as `type: text`']],
    ['---\nname: a\n---\n', ['2: type must be text or chat']],
    ['---\ntype: text\nname: 1\n---\n', ['3: name must be a text; put it in quotes if it looks like something else']],
    ['---\ntype: text\ntags: a\nconfig: []\n---\n', ['3: tags must be a list', '4: config must be an object']],
    [
      '---\ntype: text\ntags:\n  - a\n  - 2\n---\n',
      ['5: tags.1 must be a text; put it in quotes if it looks like something else'],
    ],
    [
      '---\ntype: text\nx: 1\n---\n',
      ['3: x is not known here; known are name, type, description, tags, variables, config'],
    ],
    [
      '---\ntype: text\nvariables:\n  - name: a\n    kind: b\n    type: text\n---\n',
      [
        '6: variables.0.type must be one of string, number, boolean, json',
        '5: variables.0.kind is not known here; known are name, type, required, default, enum, description',
      ],
    ],
    ['---\ntype: text\ntype: text\n---\n', ['3: is not YAML: Map keys must be unique']],
    ['---\ntype: text\n\ta: 1\n---\n', ['3: is not YAML: Tabs are not allowed as indentation']],
    ['---\ntype: text\n...\nname: a\n---\n', ['4: is not YAML: there is text after the end of the document']],
    [
      '---\ntype: text\nconfig:\n  a: .inf\n---\n',
      ['4: is nothing that JSON knows: write texts, numbers, true, false, null, lists or objects'],
    ],
    [
      '---\ntype: &t text\nname: *t\n---\n',
      ['3: is nothing that JSON knows: write texts, numbers, true, false, null, lists or objects'],
    ],
    ['---\ntype: text\nconfig:\n  1: a\n---\n', ['4: has a key that is not a text: put it in quotes']],
    ['---\ntype: text\nconfig: !x {}\n---\n', ['3: is not YAML: Unresolved tag: !x']],
    ['---\ntype: chat\n---\n', ['4: a chat has at least one message, under a heading such as `## system`']],
    ['---\ntype: chat\n---\n\n\nHi\n## user\n', ['6: there is text before the first heading, such as `## system`']],
    [
      '---\ntype: chat\n---\n## user\n\nHi\n\n## user guide\n',
      ['8: `## user guide` begins like a heading but is none; if it belongs to a message, put a \\ in front'],
    ],
    ['---\ntype: chat\n---\n## placeholder p\n\nHi\n', ['4: the placeholder p has text under it']],
  ])('is rejected with line and problem: %j', (file, expected) => {
    expect(problems(file)).toEqual(expected);
  });

  it('does not overflow the stack when deeply nested', () => {
    expect(problems(`---\ntype: text\nconfig: ${'['.repeat(100_000)}\n---\n`)).toEqual([
      expect.stringMatching(/^3: is not YAML: /),
    ]);
  });
});
