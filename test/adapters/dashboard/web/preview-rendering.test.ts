import { describe, expect, it } from 'vitest';
import { toTemplate } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import {
  findProblem,
  renderPreview,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/preview-rendering.ts';
import {
  toVariableDraft,
  variablesToPublish,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/variable-drafts.ts';
import { type PromptTemplate, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import type { VariableInput } from '../../../../src/domain/templates/variables.ts';

function preview(
  template: PromptTemplate | undefined,
  variables: Readonly<Record<string, string>>,
  declared: readonly VariableInput[] = [],
  placeholders: Readonly<Record<string, string>> = {},
) {
  if (!template) throw new Error('the template of a test is balanced');
  const include = () => undefined;
  const uses = variableUses(templatesOf(template), include);
  const known = variablesToPublish(declared.map(toVariableDraft), uses);
  return renderPreview({ template, variables: known, include, inputs: { variables, placeholders } });
}

const text = (content: string) => toTemplate({ type: 'text', content });

describe('the preview', () => {
  it('inserts values, each parsed as its type', () => {
    const declared = [
      { name: 'n', type: 'number', required: true },
      { name: 'b', type: 'boolean', required: true },
    ] as const;
    const { rendered, problems } = preview(
      text('{{s}} {{n}} {{b}} {{#list}}<{{.}}>{{/list}}'),
      { s: '1', n: '2', b: 'true', list: '["x", 3]' },
      declared,
    );

    expect(rendered).toEqual({ type: 'text', text: '1 2 true <x><3>' });
    expect(problems).toEqual([]);
  });

  it('renders what it can, and names what is missing', () => {
    const { rendered, problems } = preview(text('Dear {{name}}, {{order.number}}'), { order: '{}' });

    expect(rendered).toEqual({ type: 'text', text: 'Dear , ' });
    expect(findProblem(problems, 'name')).toBe('missing');
    expect(findProblem(problems, 'order')).toBe('missing');
    expect(findProblem(problems, 'ord')).toBeUndefined();
  });

  it('shows an optional variable without a value as nothing', () => {
    const declared = [{ name: 'a', type: 'json', required: false }] as const;

    expect(preview(text('<{{a}}{{a.b}}>'), {}, declared)).toMatchObject({ rendered: { text: '<>' }, problems: [] });
  });

  it('uses the default for an empty field', () => {
    const declared = [{ name: 'a', type: 'string', required: true, default: 'usual' }] as const;

    expect(preview(text('{{a}}'), { a: '' }, declared).rendered).toEqual({ type: 'text', text: 'usual' });
  });

  it('renders nothing for values that the server would reject', () => {
    const declared = [{ name: 'n', type: 'number', required: true }] as const;

    expect(preview(text('{{n}}'), { n: 'many' }, declared)).toMatchObject({
      rendered: undefined,
      problems: [{ path: 'n', problem: 'type' }],
    });
    expect(preview(text('{{n}}'), { n: '"2"' }, declared).problems).toEqual([{ path: 'n', problem: 'type' }]);
  });

  it('reports a missing variable even if its name is a property of every object', () => {
    expect(preview(text('{{constructor}}'), {}).problems).toEqual([{ path: 'constructor', problem: 'missing' }]);
  });

  it('names the prompt that cannot be included', () => {
    expect(preview(text('{{> nowhere}}'), {}).failure).toBe('No text prompt named “nowhere”.');
  });

  it('inserts lists of messages into the placeholders of a chat', () => {
    const chat = toTemplate({
      type: 'chat',
      messages: [
        { key: 0, placeholder: 'history' },
        { key: 1, role: 'user', content: '{{q}}' },
      ],
    });

    expect(preview(chat, { q: 'why?' }, [], { history: '[{"role": "user", "content": "{{q}}"}]' }).rendered).toEqual({
      type: 'chat',
      messages: [
        { role: 'user', content: '{{q}}' },
        { role: 'user', content: 'why?' },
      ],
    });
    expect(preview(chat, { q: 'why?' }).problems).toEqual([{ path: 'placeholders.history', problem: 'missing' }]);
    expect(preview(chat, { q: 'why?' }, [], { history: 'oops' }).problems).toEqual([
      { path: 'placeholders.history', problem: 'type' },
    ]);
  });
});
