import { describe, expect, it } from 'vitest';
import {
  type Draft,
  draftFrom,
  findDraftProblems,
  isSameDraft,
  type PublishedContent,
  toContentDraft,
  toContentInput,
  toTemplate,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import {
  followPublished,
  isDirty,
  loadTheirs,
  markSaved,
  type PublishedDraft,
  restoreSetAside,
  startFrom,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/unsaved-work.ts';
import {
  toDeclaration,
  toVariableDraft,
  variablesToPublish,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/variable-drafts.ts';
import { templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';

const text = (content: string, variables: PublishedContent['variables'] = []): PublishedContent => ({
  type: 'text',
  content,
  variables,
  config: {},
});

function usesOf(content: PublishedContent) {
  const template = toTemplate(toContentDraft(content));
  return template ? variableUses(templatesOf(template), () => undefined) : [];
}

const createDraft = (content: PublishedContent): Draft => draftFrom(content, usesOf(content));
const edit = (draft: Draft, content: string): Draft => ({ ...draft, content: { type: 'text', content } });

const age = {
  name: 'age',
  type: 'number',
  required: true,
  default: 3,
  enum: [1, 2, 3],
  description: 'in years',
} as const;
const name = { name: 'name', type: 'string', required: true } as const;

describe('a draft', () => {
  it('declares only the variables that the text does not imply', () => {
    const { declared, order } = createDraft(text('{{name}} {{age}}', [name, age]));

    expect(declared.map((variable) => variable.name)).toEqual(['age']);
    expect(order).toEqual([]);
  });

  it('publishes the variables it was loaded with, in their order', () => {
    const version = text('{{name}} {{age}}', [age, name]);
    const { declared, order } = createDraft(version);

    expect(variablesToPublish(declared, usesOf(version), order)).toEqual([age, name]);
  });

  it('publishes inferred variables too, lest the server keep the declarations of the latest version', () => {
    const { order } = createDraft(text('{{age}}', [age]));

    expect(variablesToPublish([], usesOf(text('{{age}}')), order)).toEqual([{ ...name, name: 'age' }]);
  });

  it('publishes new variables together with declared ones', () => {
    const { declared, order } = createDraft(text('{{age}}', [age]));

    expect(variablesToPublish(declared, usesOf(text('{{age}} {{#more}}{{/more}}')), order)).toEqual([
      age,
      { name: 'more', type: 'json', required: false },
    ]);
  });

  it('lists the problems that prevent publishing', () => {
    const draft = { ...createDraft(text('{{age}}', [age])), config: '[1]' };

    expect(findDraftProblems(edit(draft, 'no variable'), [])).toEqual([
      { path: 'variables.age', problem: 'unused' },
      { path: 'config', problem: 'malformed' },
    ]);
    expect(findDraftProblems({ ...edit(draft, '{{#a}}'), config: '{}' }, [])).toEqual([
      { path: 'content', problem: 'unbalanced', text: 'section a is not closed (line 1, column 1)' },
    ]);
  });

  it('keeps the messages of a chat, each with a stable key', () => {
    const chat = toContentDraft({
      type: 'chat',
      messages: [{ role: 'system', content: 'a' }, { placeholder: 'history' }],
      variables: [],
      config: {},
    });

    expect(chat).toMatchObject({ messages: [{ key: 0 }, { key: 1 }] });
    expect(toContentInput(chat)).toEqual({
      type: 'chat',
      messages: [{ role: 'system', content: 'a' }, { placeholder: 'history' }],
    });
  });

  it('is the same whatever the formatting of its config', () => {
    const draft = createDraft({ ...text('a'), config: { b: 1, a: 2 } });

    expect(isSameDraft(draft, { ...draft, config: '{"a":2,"b":1}' })).toBe(true);
    expect(isSameDraft(draft, { ...draft, config: '{"a":2}' })).toBe(false);
  });
});

describe('a variable draft', () => {
  it('round-trips a declaration', () => {
    expect(toDeclaration(toVariableDraft(age))).toEqual({ kind: 'declaration', declaration: age });
    const empty = { ...name, default: '' };
    expect(toDeclaration(toVariableDraft(empty))).toEqual({ kind: 'declaration', declaration: empty });
  });

  it('reports which field is invalid', () => {
    const draft = toVariableDraft(age);

    expect(toDeclaration({ ...draft, fallback: 'x' })).toEqual({ kind: 'invalid', problems: { default: 'malformed' } });
    expect(toDeclaration({ ...draft, fallback: '"3"' })).toEqual({ kind: 'invalid', problems: { default: 'type' } });
    expect(toDeclaration({ ...draft, fallback: '4' })).toEqual({ kind: 'invalid', problems: { default: 'enum' } });
    expect(toDeclaration({ ...draft, choices: ['1', 'true'] })).toMatchObject({ problems: { enum: 'type' } });
  });
});

describe('unsaved work', () => {
  const one: PublishedDraft = { draft: createDraft(text('one')), version: 1, etag: '"1"' };
  const two: PublishedDraft = { draft: createDraft(text('two')), version: 2, etag: '"2"' };
  const unchanged = startFrom(one);
  const mine = { ...unchanged, draft: edit(one.draft, 'mine') };

  it('follows a newer version when nothing was edited', () => {
    expect(followPublished(unchanged, two)).toEqual(startFrom(two));
  });

  it('stays when a newer version would overwrite it', () => {
    expect(isDirty(mine)).toBe(true);
    expect(followPublished(mine, two)).toBe(mine);
  });

  it('follows a newer version that equals the draft', () => {
    expect(followPublished({ ...unchanged, draft: two.draft }, two)).toEqual(startFrom(two));
  });

  it('can be restored after loading the newer version', () => {
    const theirs = loadTheirs(mine, two);

    expect(theirs.draft).toBe(two.draft);
    expect(restoreSetAside(theirs)).toMatchObject({ draft: mine.draft, base: two, setAside: undefined });
  });

  it('keeps changes that were made while it was being saved', () => {
    const later = { ...mine, draft: edit(one.draft, 'mine and more') };
    const sent = { ...two, draft: mine.draft };

    expect(isDirty(markSaved(mine, sent))).toBe(false);
    expect(isDirty(markSaved(later, sent))).toBe(true);
  });
});
