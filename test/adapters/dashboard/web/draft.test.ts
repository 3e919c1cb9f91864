import { describe, expect, it } from 'vitest';
import {
  contentOf,
  type Draft,
  draftFrom,
  draftProblems,
  type PublishedWords,
  sameWork,
  templateOf,
  wordsOf,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import {
  begin,
  follow,
  isDirty,
  loadTheirs,
  saved,
  takeBack,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/unsaved-work.ts';
import {
  declarationOf,
  draftOf,
  variablesToPublish,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/variable-drafts.ts';
import { templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';

const text = (content: string, variables: PublishedWords['variables'] = []): PublishedWords => ({
  type: 'text',
  content,
  variables,
  config: {},
});

function usesOf(words: PublishedWords) {
  const template = templateOf(wordsOf(words));
  return template ? variableUses(templatesOf(template), () => undefined) : [];
}

const drafted = (words: PublishedWords): Draft => draftFrom(words, usesOf(words));
const edited = (draft: Draft, content: string): Draft => ({ ...draft, words: { type: 'text', content } });

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
  it('takes as declared only what the text does not say by itself', () => {
    const { declared, order } = drafted(text('{{name}} {{age}}', [name, age]));

    expect(declared.map((variable) => variable.name)).toEqual(['age']);
    expect(order).toEqual([]);
  });

  it('publishes the variables it was loaded with, in their order', () => {
    const version = text('{{name}} {{age}}', [age, name]);
    const { declared, order } = drafted(version);

    expect(variablesToPublish(declared, usesOf(version), order)).toEqual([age, name]);
  });

  it('leaves the variables to the server when nobody declared any', () => {
    const version = text('{{name}}', [name]);
    const { declared, order } = drafted(version);

    expect(variablesToPublish(declared, usesOf(version), order)).toBeUndefined();
  });

  it('publishes new variables beside declared ones', () => {
    const { declared, order } = drafted(text('{{age}}', [age]));

    expect(variablesToPublish(declared, usesOf(text('{{age}} {{#more}}{{/more}}')), order)).toEqual([
      age,
      { name: 'more', type: 'json', required: false },
    ]);
  });

  it('names what keeps it from being published', () => {
    const draft = { ...drafted(text('{{age}}', [age])), config: '[1]' };

    expect(draftProblems(edited(draft, 'no variable'), [])).toEqual([
      { path: 'variables.age', problem: 'unused' },
      { path: 'config', problem: 'malformed' },
    ]);
    expect(draftProblems({ ...edited(draft, '{{#a}}'), config: '{}' }, [])).toEqual([
      { path: 'content', problem: 'unclosed section a at line 1, column 1' },
    ]);
  });

  it('keeps the messages of a chat, and tells them apart when they move', () => {
    const chat = wordsOf({
      type: 'chat',
      messages: [{ role: 'system', content: 'a' }, { placeholder: 'history' }],
      variables: [],
      config: {},
    });

    expect(chat).toMatchObject({ messages: [{ key: 0 }, { key: 1 }] });
    expect(contentOf(chat)).toEqual({
      type: 'chat',
      messages: [{ role: 'system', content: 'a' }, { placeholder: 'history' }],
    });
  });

  it('is the same work however its config is spaced', () => {
    const draft = drafted({ ...text('a'), config: { b: 1, a: 2 } });

    expect(sameWork(draft, { ...draft, config: '{"a":2,"b":1}' })).toBe(true);
    expect(sameWork(draft, { ...draft, config: '{"a":2}' })).toBe(false);
  });
});

describe('a declaration in the making', () => {
  it('comes back as it was', () => {
    expect(declarationOf(draftOf(age))).toEqual({ kind: 'declaration', declaration: age });
    const empty = { ...name, default: '' };
    expect(declarationOf(draftOf(empty))).toEqual({ kind: 'declaration', declaration: empty });
  });

  it('says which of its fields is wrong', () => {
    const draft = draftOf(age);

    expect(declarationOf({ ...draft, fallback: 'x' })).toEqual({ kind: 'invalid', problems: { default: 'malformed' } });
    expect(declarationOf({ ...draft, fallback: '"3"' })).toEqual({ kind: 'invalid', problems: { default: 'type' } });
    expect(declarationOf({ ...draft, fallback: '4' })).toEqual({ kind: 'invalid', problems: { default: 'enum' } });
    expect(declarationOf({ ...draft, choices: ['1', 'true'] })).toMatchObject({ problems: { enum: 'type' } });
  });
});

describe('unsaved work', () => {
  const one = drafted(text('one'));
  const two = drafted(text('two'));
  const begun = begin(one, 1);
  const mine = { ...begun, draft: edited(one, 'mine') };

  it('follows a newer version when nothing was written', () => {
    expect(follow(begun, two, 2)).toEqual(begin(two, 2));
  });

  it('stays when a newer version would overwrite it', () => {
    expect(isDirty(mine)).toBe(true);
    expect(follow(mine, two, 2)).toBe(mine);
  });

  it('is done when the newer version is what was written', () => {
    expect(follow({ ...begun, draft: two }, two, 2)).toEqual(begin(two, 2));
  });

  it('is within reach after a look at the newer version', () => {
    const theirs = loadTheirs(mine, two, 2);

    expect(theirs.draft).toBe(two);
    expect(takeBack(theirs)).toMatchObject({ draft: mine.draft, base: two, baseVersion: 2, aside: undefined });
  });

  it('keeps what was written while it was being saved', () => {
    const meanwhile = { ...mine, draft: edited(one, 'mine and more') };

    expect(isDirty(saved(mine, mine.draft, 2))).toBe(false);
    expect(isDirty(saved(meanwhile, mine.draft, 2))).toBe(true);
  });
});
