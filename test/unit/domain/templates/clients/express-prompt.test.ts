import Mustache from 'mustache';
import { describe, expect, it } from 'vitest';
import {
  describeFinding,
  type ExpressOptions,
  expressPrompt,
} from '../../../../../src/domain/templates/clients/express-prompt.ts';
import type { TemplateClient } from '../../../../../src/domain/templates/clients/template-client.ts';
import type { Role } from '../../../../../src/domain/templates/prompt-content.ts';
import type { VariableName } from '../../../../../src/domain/templates/variable-name.ts';
import { aTemplate } from '../../../../support/builders/a-template.ts';
import { replaceInLitellm, replaceInPython } from '../../../../support/template-clients.ts';

/** The text that the client gets, or the findings. */
function express(text: string, client: TemplateClient, options?: ExpressOptions) {
  const outcome = expressPrompt({ type: 'text', template: aTemplate(text) }, client, options);
  if (outcome.kind === 'not-expressible') return outcome.findings.map(({ tag, line }) => `${tag} ${line}`);
  return outcome.content.type === 'text' ? outcome.content.content : outcome.content;
}

const ALL: readonly TemplateClient[] = ['langfuse-js', 'langfuse-python', 'langchain', 'litellm'];
const MUSTACHE: readonly TemplateClient[] = ['langfuse-js', 'langchain'];
const DOUBLE_BRACES: readonly TemplateClient[] = [...MUSTACHE, 'langfuse-python'];

describe.each(DOUBLE_BRACES)('a template for %s', (client) => {
  it.each([
    ['Dear {{name}}', 'Dear {{name}}'],
    ['{{ a }}{{b}}', '{{ a }}{{b}}'],
    ['{"a": {"b": {{ c }}}}', '{"a": {"b": {{ c }}}}'],
    ['C:\\\\{{dir}}', 'C:\\{{dir}}'],
    ['{ {{a}} }', '{ {{a}} }'],
    ['}}', '}}'],
  ])('renders the same: %s', (text, expressed) => {
    expect(express(text, client)).toBe(expressed);
  });

  it.each([
    ['an escaped tag', 'a\n\\{{name}}', ['{{name}} 2']],
    ['escaped braces', '\\{{', ['{{ 1']],
    ['text that is no tag here', '{{a b}} {{! note }}', ['{{a b}} 1', '{{! note }} 1']],
    ['braces of JSON', '{{"a": 1}}', ['{{"a": 1}} 1']],
    ['a tag inside of braces', 'a\n\n{{{x}}}', ['{{{x}}} 3']],
    ['a tag after a brace', '{{{x}}', ['{{{x}} 1']],
    ['a tag after two braces', '{{{{x}}}}', ['{{ 1']],
  ])('is refused with the tag and the line: %s', (_what, text, findings) => {
    expect(express(text, client)).toEqual(findings);
  });
});

describe.each(MUSTACHE)('a template for %s', (client) => {
  it.each([
    ['{{#a}}{{b.c}}{{/a}}{{^a}}none{{/a}}', '{{#a}}{{b.c}}{{/a}}{{^a}}none{{/a}}'],
    ['{{#a}}{{.}}{{/a}}', '{{#a}}{{.}}{{/a}}'],
    ['{{#a}}{{ .b.c }}{{^d}}{{.e}}{{/d}}{{/a}}', '{{#a}}{{b.c}}{{^d}}{{e}}{{/d}}{{/a}}'],
    ['{{^a}}{{.b}}{{/a}}{{.c}}', '{{^a}}{{.b}}{{/a}}{{.c}}'],
  ])('may have sections, paths and items: %s', (text, expressed) => {
    expect(express(text, client)).toBe(expressed);
  });

  it.each([
    ['the opening tag', '{{{#a}}b{{/a}}', '{{{#a}} 1'],
    ['the closing tag', '{{#a}}b\n{{{/a}}', '{{{/a}} 2'],
  ])('is refused if a brace precedes a section: %s', (_what, text, finding) => {
    expect(express(text, client)).toEqual([finding]);
  });

  it('gives the members of items the names that Mustache knows', () => {
    const template = express('{{#people}}{{.name}} of {{.home.city}}, {{/people}}', client);

    const people = [{ name: 'Ada', home: { city: 'London' } }];
    expect(Mustache.render(String(template), { people })).toBe('Ada of London, ');
  });
});

describe.each<TemplateClient>(['langfuse-python', 'litellm'])('a template for %s', (client) => {
  it.each([
    ['a section', 'x\n{{#a}}y{{/a}}', ['{{#a}} 2']],
    ['an inverted section', '{{^ a }}y{{/a}}', ['{{^ a }} 1']],
    ['a path', '{{a.b}}', ['{{a.b}} 1']],
    ['an item', '{{#a}}{{.}}\n{{.b}}{{/a}}', ['{{#a}} 1', '{{.}} 1', '{{.b}} 2']],
  ])('is refused with the tag and the line: %s', (_what, text, findings) => {
    expect(express(text, client)).toEqual(findings);
  });
});

describe('a template for langfuse-python', () => {
  it('renders the same with plain names', () => {
    const template = express('Dear {{ name }}, {"a": {{b}}}', 'langfuse-python');

    expect(replaceInPython(String(template), { name: 'Ada', b: '{{name}}' })).toBe('Dear Ada, {"a": {{name}}}');
  });
});

describe('a template for litellm', () => {
  it.each([
    ['Hello {{name}}!', 'Hello {name}!', 'Hello Ada!'],
    ['Hello {{ name }}!', 'Hello {name}!', 'Hello Ada!'],
    ['\\{{ and \\{{other}} and {{name}}', '{{ and {{other}} and {name}', '{{ and {{other}} and Ada'],
    ['{"name": {{name}}}', '{"name": {name}}', '{"name": Ada}'],
    ['{{{name}}}', '{{name}}', '{Ada}'],
    ['\\\\{{name}} {other} { name }', '\\{name} {other} { name }', '\\Ada {other} { name }'],
  ])('has single braces, so that LiteLLM inserts values once: %s', (text, expressed, rendered) => {
    const template = express(text, 'litellm');

    expect(template).toBe(expressed);
    expect(replaceInLitellm(String(template), { name: 'Ada' })).toBe(rendered);
  });

  it.each([
    ['a variable in single braces', '{{name}}\n{name}', ['{name} 2']],
    ['an escaped tag of a variable', '{{name}} \\{{name}}', ['{name} 1']],
  ])('is refused if LiteLLM would replace its text: %s', (_what, text, findings) => {
    expect(express(text, 'litellm')).toEqual(findings);
  });

  it('is refused for a variable that only another message uses', () => {
    const messages = [
      { role: 'system' as const, template: aTemplate('Write {name}.') },
      { role: 'user' as const, template: aTemplate('{{name}}') },
    ];

    expect(expressPrompt({ type: 'chat', messages }, 'litellm')).toMatchObject({
      kind: 'not-expressible',
      findings: [{ path: 'messages.0.content', tag: '{name}', line: 1 }],
    });
  });

  it('is refused for a variable that is declared but no longer used', () => {
    expect(express('{name}', 'litellm')).toBe('{name}');
    expect(express('{name}', 'litellm', { declared: ['name'] })).toEqual(['{name} 1']);
  });
});

describe('a chat', () => {
  const chat = (...roles: readonly Role[]) =>
    ({
      type: 'chat',
      messages: [
        ...roles.map((role) => ({ role, template: aTemplate('Hi {{name}}') })),
        { placeholder: 'history' as VariableName },
      ],
    }) as const;

  it.each(ALL)('retains its roles and placeholders for %s', (client) => {
    const content = client === 'litellm' ? 'Hi {name}' : 'Hi {{name}}';

    expect(expressPrompt(chat('system', 'developer', 'user', 'assistant'), client)).toEqual({
      kind: 'expressed',
      content: {
        type: 'chat',
        messages: [
          ...['system', 'developer', 'user', 'assistant'].map((role) => ({ role, content })),
          { placeholder: 'history' },
        ],
      },
    });
  });

  it('is refused for langchain if it has messages of tools', () => {
    const outcome = expressPrompt(chat('user', 'tool'), 'langchain');

    expect(outcome).toMatchObject({ kind: 'not-expressible', findings: [{ path: 'messages.1.role', tag: 'tool' }] });
    expect(expressPrompt(chat('user', 'tool'), 'langfuse-js').kind).toBe('expressed');
  });
});

describe('findings', () => {
  it('say what the client does not have', () => {
    const outcome = expressPrompt({ type: 'text', template: aTemplate('\n{{#a}}{{/a}}') }, 'litellm');

    expect(outcome.kind === 'not-expressible' && outcome.findings.map(describeFinding)).toEqual([
      {
        path: 'content',
        problem: 'not-expressible',
        text: '{{#a}} (line 2) is a section, which LiteLLM does not have',
      },
    ]);
  });

  it('are limited in number and length', () => {
    const many = express('\\{{a}}'.repeat(1000), 'langfuse-js');
    const long = express(`{{a${'.b'.repeat(1000)}}}`, 'litellm');

    expect(many).toHaveLength(100);
    expect(String(long).length).toBeLessThan(100);
  });
});

describe('a template with includes', () => {
  it('is expressed as written, with the includes in the notation of the client', () => {
    const printInclude = ({ name }: { readonly name: string }) => `@@@${name}@@@`;

    expect(express('{{> a}}{{#b}}{{.c}}{{/b}} {{> d/e@1}}', 'langfuse-js', { printInclude })).toBe(
      '@@@a@@@{{#b}}{{.c}}{{/b}} @@@d/e@@@',
    );
  });
});
