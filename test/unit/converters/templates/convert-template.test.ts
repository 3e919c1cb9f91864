import { describe, expect, it } from 'vitest';
import {
  type ConversionOptions,
  convertTemplate,
  convertTemplates,
  type TemplateLanguage,
} from '../../../../src/adapters/converters/templates/convert-template.ts';

const contentOf = (text: string, language: TemplateLanguage, options: ConversionOptions = {}): unknown => {
  const conversion = convertTemplate(text, language, options);
  return conversion.kind === 'converted' ? conversion.content : conversion;
};

const refused = (tag: string, line = 1) => ({ kind: 'not-convertible', line, tag });

const warningsOf = (text: string, language: TemplateLanguage, options: ConversionOptions = {}) => {
  const conversion = convertTemplate(text, language, options);
  return conversion.kind === 'converted'
    ? conversion.warnings.map(({ tag, problem }) => `${tag} ${problem}`)
    : conversion;
};

describe('a converted Mustache template', () => {
  it.each([
    ['a variable', 'Hi {{name}} and {{ other }}', 'Hi {{name}} and {{ other }}'],
    ['a member', '{{user.name}} {{xs.0.a}}', '{{user.name}} {{xs.0.a}}'],
    ['sections', '{{#x}}a{{/x}}{{^ x }}b{{/ x }}', '{{#x}}a{{/x}}{{^ x }}b{{/ x }}'],
    ['an item', '{{#xs}}{{.}}{{.a}}{{/xs}}', '{{#xs}}{{.}}{{.a}}{{/xs}}'],
    ['an include', '{{> header}}{{>a/b@staging}}', '{{> header}}{{>a/b@staging}}'],
    ['JSON', '{"a": {{x}}, "b": {"c": 1}}', '{"a": {{x}}, "b": {"c": 1}}'],
    ['braces without an end', 'a {{ b', 'a {{ b'],
    ['braces with JSON in them', '{{"a": 1}}', '{{"a": 1}}'],
  ])('leaves %s as it is', (_what, text, content) => {
    expect(contentOf(text, 'mustache')).toBe(content);
  });

  it.each([
    ['unescaped variables', '{{{x}}}{{& y }}', '{{x}}{{y}}'],
    ['comments', 'a{{! not {this} }}b', 'ab'],
    ['backslashes before a tag', 'C:\\{{dir}}\\\\{{file}}', 'C:\\\\{{dir}}\\\\\\\\{{file}}'],
    ['line breaks in a tag', '{{\n x\n}}', '{{x}}'],
    [
      'names that are invalid here',
      '{{first-name}} {{#is vip}}{{Größe}}{{/is vip}}',
      '{{first_name}} {{#is_vip}}{{Grosse}}{{/is_vip}}',
    ],
    ['members that are invalid here', '{{user.first-name}}', '{{user.first_name}}'],
  ])('converts %s', (_what, text, content) => {
    expect(contentOf(text, 'mustache')).toBe(content);
  });

  it('drops lines that consist of tags without output', () => {
    const text = 'a\n  {{#x}}  \nb {{x}}\n{{/x}}\n{{! c }}\n{{#y}}{{/y}} \nc{{^x}}\nd{{/x}}\n{{#z}}\r\n{{/z}}';

    expect(contentOf(text, 'mustache')).toBe('a\n{{#x}}b {{x}}\n{{/x}}{{#y}}{{/y}}c{{^x}}\nd{{/x}}\n{{#z}}{{/z}}');
  });

  it('keeps the indentation of an include that is alone on its line', () => {
    expect(contentOf('a\n  {{> b}}\nc', 'mustache')).toBe('a\n  {{> b}}c');
  });

  it.each([
    ['set-delimiters', 'a\n{{=<% %>=}}', refused('{{=<% %>=}}', 2)],
    ['a section over a member', '{{#a.b}}x{{/a.b}}', refused('{{#a.b}}')],
    ['a section without an end', '\n\n{{#a}}x', refused('{{#a}}', 3)],
    ['an end without a section', 'x{{/a}}', refused('{{/a}}')],
    ['sections that overlap', '{{#a}}{{#b}}{{/a}}{{/b}}', refused('{{/a}}')],
    ['an include that no prompt can have', '{{> !!! }}', refused('{{> !!! }}')],
    ['33 nested sections', '{{#a}}'.repeat(33) + '{{/a}}'.repeat(33), refused('{{#a}}')],
  ])('refuses %s', (_what, text, outcome) => {
    expect(contentOf(text, 'mustache')).toEqual(outcome);
  });

  it('reports a name in a section that Mustache may look up in the item', () => {
    expect(warningsOf('{{#items}}{{price}}{{/items}}', 'mustache')).toEqual([
      '{{price}} reads the variable price, not a member of items: for that, write {{.price}}',
    ]);
    expect(warningsOf('{{name}}{{#tone}}{{tone}}{{name}}{{/tone}}', 'mustache')).toEqual([]);
    expect(warningsOf('{{#vip}}{{name}}{{/vip}}', 'mustache', { declared: ['vip', 'name'] })).toEqual([]);
    expect(warningsOf('{{^vip}}{{name}}{{/vip}}', 'mustache')).toEqual([]);
  });

  it('reports braces that Mustache takes for a tag and that stay text', () => {
    expect(warningsOf('{{ x | upper }}', 'mustache')).toEqual(['{{ x | upper }} is not a variable and stays text']);
  });
});

describe('a converted Handlebars template', () => {
  it.each([
    ['a variable', '{{x}}{{{x}}}{{&x}}{{json x}}{{ x }}', '{{x}}{{x}}{{x}}{{x}}{{ x }}'],
    ['a condition', '{{#if x}}a{{else}}b{{/if}}', '{{#x}}a{{/x}}{{^x}}b{{/x}}'],
    ['a condition without an alternative', '{{#if x}}a{{/if}}', '{{#x}}a{{/x}}'],
    ['a negated condition', '{{#unless x}}a{{else}}b{{/unless}}', '{{^x}}a{{/x}}{{#x}}b{{/x}}'],
    [
      'another condition',
      '{{#if x}}a{{else if y}}b{{else}}c{{/if}}',
      '{{#x}}a{{/x}}{{^x}}{{#y}}b{{/y}}{{^y}}c{{/y}}{{/x}}',
    ],
    ['an empty condition', '{{#if x}}{{else}}b{{/if}}', '{{^x}}b{{/x}}'],
    ['a loop', '{{#each xs}}{{this.a}}{{b}}{{this}}{{./c}}{{/each}}', '{{#xs}}{{.a}}{{.b}}{{.}}{{.c}}{{/xs}}'],
    ['a loop with a name', '{{#each xs as |x|}}{{x.a}}{{x}}{{/each}}', '{{#xs}}{{.a}}{{.}}{{/xs}}'],
    ['an empty list', '{{#each xs}}{{this}}{{else}}none{{/each}}', '{{#xs}}{{.}}{{/xs}}{{^xs}}none{{/xs}}'],
    [
      'variables in a loop',
      '{{#each xs}}{{../y}}{{@root.z.a}}{{#if ../v}}{{b}}{{/if}}{{/each}}',
      '{{#xs}}{{y}}{{z.a}}{{#v}}{{.b}}{{/v}}{{/xs}}',
    ],
    ['a loop in a loop', '{{#each xs}}{{#each ../ys}}{{a}}{{/each}}{{/each}}', '{{#xs}}{{#ys}}{{.a}}{{/ys}}{{/xs}}'],
    [
      'a list that is also a negated condition',
      '{{#unless xs}}none{{/unless}}{{#each xs}}{{this}}{{/each}}',
      '{{^xs}}none{{/xs}}{{#xs}}{{.}}{{/xs}}',
    ],
    [
      'a context',
      '{{#with user}}{{name}}{{this.age}}{{../x}}{{/with}}',
      '{{#user}}{{user.name}}{{user.age}}{{x}}{{/user}}',
    ],
    ['an include', '{{>p}}{{> "shared/Header"}}', '{{>p}}{{> shared/header}}'],
    ['literal braces', '\\{{x}} \\\\{{x}}', '\\{{x}} \\\\{{x}}'],
    ['comments', 'a{{! b }}c{{!-- {{x}} --}}d', 'acd'],
    ['trimmed white space', 'a \n {{~x~}} \n b {{~#if y~}} c {{~/if}}', 'a{{x}}b{{#y}}c{{/y}}'],
    ['bracketed members', '{{x.[0].a}}{{x.[first name]}}', '{{x.0.a}}{{x.first_name}}'],
    ['names with dashes', '{{first-name}}', '{{first_name}}'],
  ])('converts %s', (_what, text, content) => {
    expect(contentOf(text, 'handlebars')).toBe(content);
  });

  it('drops lines that consist of one block tag', () => {
    const text = 'Hi\n{{#if x}}\n  a\n  {{else}}\nb\n{{/if}}\n{{x}}\n{{#if y}}{{/if}}\nend';

    expect(contentOf(text, 'handlebars')).toBe('Hi\n{{#x}}  a\n{{/x}}{{^x}}b\n{{/x}}{{x}}\n{{#y}}{{/y}}\nend');
  });

  it.each([
    ['a helper', '{{upper x}}', '{{upper x}}'],
    ['a helper with a string', '{{link "a}}b" x}}', '{{link "a}}b" x}}'],
    ['json with options', '{{json x indent=2}}', '{{json x indent=2}}'],
    ['a condition on a member', '{{#if x.a}}b{{/if}}', '{{#if x.a}}'],
    ['a condition on an item', '{{#each xs}}{{#if a}}b{{/if}}{{/each}}', '{{#if a}}'],
    ['a loop over a member', '{{#each x.ys}}{{this}}{{/each}}', '{{#each x.ys}}'],
    ['a loop over members of an item', '{{#each xs}}{{#each ys}}{{this}}{{/each}}{{/each}}', '{{#each ys}}'],
    ['an item of an outer loop', '{{#each xs}}{{#each ../ys}}{{../a}}{{/each}}{{/each}}', '{{../a}}'],
    ['the index', '{{#each xs}}{{@index}}{{/each}}', '{{@index}}'],
    ['a second block parameter', '{{#each xs as |x i|}}{{i}}{{/each}}', '{{#each xs as |x i|}}'],
    ['another block', '{{#repeat x}}a{{/repeat}}', '{{#repeat x}}'],
    ['a Mustache section', '{{#x}}a{{/x}}', '{{#x}}'],
    ['an include with parameters', '{{> p a=1}}', '{{> p a=1}}'],
    ['an include in a loop', '{{#each xs}}{{> p}}{{/each}}', '{{> p}}'],
    ['a raw block', '{{{{raw}}}} {{x}} {{{{/raw}}}}', '{{{{raw}}}'],
    ['a tag without an end', '{{x', '{{x'],
    ['the root', '{{this}}', '{{this}}'],
    ['a block without an end', '{{#if x}}a', '{{#if x}}'],
    ['a block with another end', '{{#if x}}a{{/each}}', '{{/each}}'],
    ['two alternatives', '{{#if x}}a{{else}}b{{else}}c{{/if}}', '{{else}}'],
  ])('refuses %s', (_what, text, tag) => {
    expect(contentOf(`\n${text}`, 'handlebars')).toEqual(refused(tag, 2));
  });

  it('refuses a variable that is both condition and loop, at the second use', () => {
    const text = '{{#if xs}}\n{{#each xs}}{{this}}{{/each}}{{/if}}';

    expect(contentOf(text, 'handlebars')).toEqual(refused('{{#each xs}}', 2));
  });
});

describe('a converted Jinja template', () => {
  it.each([
    ['a variable', '{{ x }}{{x.a}}{{ x.a.0 }}', '{{ x }}{{x.a}}{{ x.a.0 }}'],
    ['members in brackets', `{{ x['a'] }}{{ x["b"][0] }}`, '{{x.a}}{{x.b.0}}'],
    ['a condition', '{% if x %}a{% else %}b{% endif %}', '{{#x}}a{{/x}}{{^x}}b{{/x}}'],
    ['a negation', '{% if not x %}a{% endif %}', '{{^x}}a{{/x}}'],
    ['unless', '{% unless x %}a{% else %}b{% endunless %}', '{{^x}}a{{/x}}{{#x}}b{{/x}}'],
    [
      'another condition',
      '{% if x %}a{% elif y %}b{% elsif not z %}c{% endif %}',
      '{{#x}}a{{/x}}{{^x}}{{#y}}b{{/y}}{{^y}}{{^z}}c{{/z}}{{/y}}{{/x}}',
    ],
    ['a loop', '{% for i in xs %}{{ i.a }}{{ i }}{{ y }}{% endfor %}', '{{#xs}}{{.a}}{{.}}{{ y }}{{/xs}}'],
    ['an empty list', '{% for i in xs %}{{ i }}{% else %}none{% endfor %}', '{{#xs}}{{.}}{{/xs}}{{^xs}}none{{/xs}}'],
    ['a variable called like an item', '{{ i }}{% for i in xs %}{{ i }}{% endfor %}', '{{ i }}{{#xs}}{{.}}{{/xs}}'],
    ['raw text', '{% raw %}{{ x }} {% if %}{% endraw %}', '\\{{ x }} {% if %}'],
    ['constants', `{{ '{{' }}x{{ "}}" }}{{ 42 }}`, '\\{{x}}42'],
    ['comments', 'a{# {{ x }} #}b{% comment %}{{ x }}{% endcomment %}c', 'abc'],
    ['trimmed white space', 'a \n {%- if x -%} \n b {%- endif %} {{- y -}} c', 'a{{#x}}b{{/x}}{{y}}c'],
    ['backslashes', 'C:\\{{ dir }}', 'C:\\\\{{ dir }}'],
    ['names with dashes', '{{ first-name }}', '{{first_name}}'],
    [
      'a variable where a list is empty',
      '{% for i in xs %}{{ i }}{% else %}{{ i }}{% endfor %}',
      '{{#xs}}{{.}}{{/xs}}{{^xs}}{{ i }}{{/xs}}',
    ],
    ['a comment sign without an end', 'a {#id} b', 'a {#id} b'],
  ])('converts %s', (_what, text, content) => {
    expect(contentOf(text, 'jinja')).toBe(content);
  });

  it('drops lines that consist of one statement', () => {
    const text = 'Hi\n{% if x %}\n  a\n  {% else %}\nb\n{% endif %}\n{{ x }}\n{# c #}\nend';

    expect(contentOf(text, 'jinja')).toBe('Hi\n{{#x}}  a\n{{/x}}{{^x}}b\n{{/x}}{{ x }}\nend');
  });

  it.each([
    ['{{ x | upper }}'],
    ['{{ x|default("a }} b") }}'],
    ['{{ f(x) }}'],
    ['{{ a + b }}'],
    ['{{ a if b else c }}'],
    ['{{ true }}'],
    ['{{ x[i] }}'],
    ['{{ x'],
    ['{% if age >= 18 %}'],
    ['{% if x.a %}'],
    ['{% if x and y %}'],
    ['{% if x %}'],
    ['{% for i in x.ys %}'],
    ['{% for k, v in xs %}'],
    ['{% for i in xs reversed %}'],
    ['{% set x = 1 %}'],
    ['{% assign x = 1 %}'],
    ['{% macro f(x) %}'],
    ['{% include "a" %}'],
    ['{% extends "a" %}'],
    ['{% else %}'],
    ['{% endif %}'],
    ['{% raw %}'],
    ['{% for i in xs %}{{ loop.index }}{% endfor %}', '{{ loop.index }}'],
    ['{% for i in xs %}{% for j in ys %}{{ i }}{% endfor %}{% endfor %}', '{{ i }}'],
    ['{% for i in xs %}{% for j in i.ys %}{% endfor %}{% endfor %}', '{% for j in i.ys %}'],
    ['{% for i in xs %}{% if i.a %}{% endif %}{% endfor %}', '{% if i.a %}'],
    ['{% for i in xs %}{% endif %}', '{% endif %}'],
  ])('refuses %s', (text, tag = text) => {
    expect(contentOf(`a\n\n${text}`, 'jinja')).toEqual(refused(tag, 3));
  });

  it('refuses a variable that is both condition and loop, over all messages of a prompt', () => {
    const conversion = convertTemplates([
      { text: '{% if xs %}a{% endif %}', language: 'jinja' },
      { text: 'b\n{% for i in xs %}{{ i }}{% endfor %}', language: 'jinja', line: 10 },
    ]);

    expect(conversion).toEqual({ ...refused('{% for i in xs %}', 11), index: 1 });
  });
});

describe('a converted f-string', () => {
  it.each([
    ['a variable', 'Hi {x} and { y }', 'Hi {{x}} and {{y}}'],
    ['members', '{x.a}{x[0]}{x[b]}', '{{x.a}}{{x.0}}{{x.b}}'],
    ['literal braces', '{{"a": {x}}}', '{"a": {{x}}}'],
    ['two literal braces', '{{{{x}}}}', '\\{{x}}'],
    ['braces around a variable', '{{{x}}}', '{{{x}}}'],
    ['JSON that Python would not accept', '{"a": 1, "b": {x}}', '{"a": 1, "b": {{x}}}'],
    ['braces without an end', 'a { b', 'a { b'],
    ['empty braces', '{}', '{}'],
    ['a backslash before a variable', '\\{x}', '\\\\{{x}}'],
    ['a backslash and a brace before a variable', '\\{{{x}', '\\\\{{{x}}'],
    ['invalid names', '{first-name}{0}', '{{first_name}}{{_0}}'],
  ])('converts %s', (_what, text, content) => {
    expect(contentOf(text, 'f-string')).toBe(content);
  });

  it.each(['{x:.2f}', '{x!r}', '{x:>10}'])('refuses %s', (tag) => {
    expect(contentOf(`a\n${tag}`, 'f-string')).toEqual(refused(tag, 2));
  });
});

describe('a template of our own', () => {
  it.each([
    'a\n{{#x}}\n{{y}} {{.a}}\n{{/x}}\n',
    '{{! no comment here }}{{"a": 1}} {{ x }} {{> a/b@3}}',
    '{{#a.b}}{{=<% %>=}}{{a b}}',
  ])('stays as it is, without a warning: %j', (text) => {
    expect(convertTemplate(text, 'prompthold')).toMatchObject({ content: text, warnings: [] });
  });

  it('stays as it is but for includes that another API wrote', () => {
    const includes = { tags: 'langfuse' as const };

    expect(contentOf('a\n@@@langfusePrompt:name=b|label=production@@@\n', 'prompthold', { includes })).toBe(
      'a\n{{> b@production}}\n',
    );
  });

  it.each([
    ['\n{{#a}}', '{{#a}}'],
    ['\n{{/a}}', '{{/a}}'],
  ])('is refused if sections are not balanced: %j', (text, tag) => {
    expect(contentOf(text, 'prompthold')).toEqual(refused(tag, 2));
  });
});

describe('the names of a converted prompt', () => {
  it('are rewritten to names that no other variable has', () => {
    const conversion = convertTemplates(
      [
        { text: '{{first-name}}{{first name}}', language: 'mustache' },
        { text: '{{first_name}}{{\u540d\u524d}}{{\u59d3}}', language: 'mustache' },
      ],
      { declared: ['first_name_2'] },
    );

    expect(conversion).toMatchObject({
      contents: ['{{first_name_3}}{{first_name_4}}', '{{first_name}}{{variable}}{{variable_2}}'],
      renamed: new Map([
        ['first-name', 'first_name_3'],
        ['first name', 'first_name_4'],
        ['\u540d\u524d', 'variable'],
        ['\u59d3', 'variable_2'],
      ]),
    });
  });

  it('are reported once, with the line of their first tag', () => {
    const conversion = convertTemplate('a\n{{first-name}}\n{{first-name}}{{u.b-c}}', 'mustache');

    expect(conversion).toMatchObject({
      warnings: [
        { line: 2, tag: '{{first-name}}', problem: 'is renamed: first-name becomes first_name', index: 0 },
        { line: 3, tag: '{{u.b-c}}', problem: 'is renamed: u.b-c becomes u.b_c', index: 0 },
      ],
    });
  });
});

describe('includes of a converted prompt', () => {
  it('are the composition tags of Langfuse', () => {
    const text = '@@@langfusePrompt:name=Shared Header|label=production@@@ {{x}} @@@langfusePrompt:name=b|version=3@@@';

    expect(convertTemplate(text, 'mustache', { includes: { tags: 'langfuse' } })).toMatchObject({
      content: '{{> shared-header@production}} {{x}} {{> b@3}}',
      includes: ['shared-header@production', 'b@3'],
    });
  });

  it.each([
    '@@@langfusePrompt:name=a@@@',
    '@@@langfusePrompt:label=a@@@',
    '@@@langfusePrompt:name=a|version=0@@@',
    '@@@other@@@',
    '@@@langfusePrompt:name=a|label=b',
  ])('are not other texts of that form: %s', (text) => {
    expect(contentOf(text, 'mustache', { includes: { tags: 'langfuse' } })).toBe(text);
  });

  it('are the snippets of PromptLayer', () => {
    const text = '@@@Intro@@@{x}@@@b@version_number:3@@@@@@c@label:prod@@@';

    expect(contentOf(text, 'f-string', { includes: { tags: 'promptlayer' } })).toBe(
      '{{> intro}}{{x}}{{> b@3}}{{> c@prod}}',
    );
  });

  it('have the target that the caller chooses, and are refused without one', () => {
    const target = ({ name }: { readonly name: string }) => (name === 'a' ? 'folder/a' : undefined);

    expect(contentOf('{{>a}}', 'handlebars', { includes: { target } })).toBe('{{> folder/a}}');
    expect(contentOf('\n{{>b}}', 'handlebars', { includes: { target } })).toEqual(refused('{{>b}}', 2));
  });

  it('are refused with their line if a label is invalid here', () => {
    const tag = '@@@langfusePrompt:name=a|label=1st@@@';

    expect(contentOf(`a\n\n${tag}`, 'mustache', { includes: { tags: 'langfuse' } })).toEqual(refused(tag, 3));
  });
});
