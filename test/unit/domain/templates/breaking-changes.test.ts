import { describe, expect, it } from 'vitest';
import { type CallerContract, contractChanges } from '../../../../src/domain/templates/breaking-changes.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { inferVariable, type VariableDeclaration } from '../../../../src/domain/templates/variables.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { aTemplate, someIncludes } from '../../../support/builders/a-template.ts';

interface Fields {
  /** Instead of inferred ones. */
  readonly declared?: readonly VariableDeclaration[];
  readonly includes?: Readonly<Record<string, string>>;
}

/** Every variable is a JSON value that callers must send, unless it is declared. */
function aContract(text: string, { declared = [], includes = {} }: Fields = {}): CallerContract {
  const templates = [aTemplate(text)];
  const include = someIncludes(includes);
  const names = new Set(declared.map(({ name }) => name));
  const inferred = variableUses(templates, include)
    .filter(({ name }) => !names.has(name))
    .map((use) => ({ ...inferVariable(use), type: 'json' as const, required: true }));
  return { variables: [...declared, ...inferred], templates, include };
}

const changesOf = (before: CallerContract, after: CallerContract): readonly string[] =>
  contractChanges(before, after).map(({ path, change }) => `${path} ${change}`);

const optional = (name: string, fields: Partial<VariableDeclaration> = {}) =>
  aDeclaration(name, { type: 'json', required: false, ...fields });

describe('a member that only the new version reads', () => {
  it.each([
    ['{{u.name}}', '{{u.fullName}}', ['u.fullName']],
    ['{{u.name}}', '{{u.name}} {{u.mail}} {{u.mail}}', ['u.mail']],
    ['{{u}}', '{{u.name}}', ['u.name']],
    ['{{#u}}x{{/u}}', '{{#u}}{{u.name}}{{/u}}', ['u.name']],
    ['{{u.name}}', '{{u.name.first}}', ['u.name.first']],
    ['{{u.0.name}}', '{{u.1.name}}', ['u.1.name']],
    ['{{u.name}} {{v.name}}', '{{u.name}} {{v.mail}}', ['v.mail']],
    ['{{u.name}} {{flag}}', '{{u.name}} {{#flag}}{{u.mail}}{{/flag}}', ['u.mail']],
    ['{{u.name}} {{flag}}', '{{u.name}} {{^flag}}{{u.mail}}{{/flag}}', ['u.mail']],
  ])('is breaking: %s, then %s', (before, after, paths) => {
    expect(changesOf(aContract(before), aContract(after))).toEqual(paths.map((path) => `${path} member-added`));
  });

  it.each([
    ['{{u.name}} {{u.mail}}', '{{u.mail}}'],
    ['{{u.name}}', '{{u}}'],
    ['{{u.name.first}}', '{{u.name}}'],
    ['{{#u}}{{u.name}}{{/u}}', '{{u.name}}'],
    ['{{u.name}}', '{{^u}}none{{/u}}{{#u}}{{u.name}}{{/u}}'],
  ])('is not breaking if callers send it anyway: %s, then %s', (before, after) => {
    expect(changesOf(aContract(before), aContract(after))).toEqual([]);
  });

  it('is not hidden by a longer name: the start of a name is not the start of a path', () => {
    expect(changesOf(aContract('{{u.names}}'), aContract('{{u.name}}'))).toEqual(['u.name member-added']);
  });

  it('is not a second reason beside a changed type or a new required variable', () => {
    const text = aContract('{{u}}', { declared: [aDeclaration('u')] });

    expect(changesOf(text, aContract('{{u.name}}'))).toEqual(['u type-changed']);
    expect(changesOf(aContract(''), aContract('{{u.name}}'))).toEqual(['u added-required']);
  });

  it('is breaking for a variable that becomes required, because some callers send it already', () => {
    const before = aContract('{{#u}}{{u.name}}{{/u}}', { declared: [optional('u')] });

    expect(changesOf(before, aContract('{{u.mail}}'))).toEqual(['u added-required', 'u.mail member-added']);
  });

  it('is breaking for a text that has no members at all', () => {
    const declared = [aDeclaration('u')];

    expect(changesOf(aContract('{{u}}', { declared }), aContract('{{u.name}}', { declared }))).toEqual([
      'u.name member-added',
    ]);
  });
});

describe('a member of a new optional variable', () => {
  const before = aContract('Hello.');

  it('is not breaking: callers omit the variable, so that it renders as nothing', () => {
    const declared = [optional('u'), optional('rows')];
    const after = aContract('{{u.name}} {{#u}}{{u.name}}{{/u}} {{#rows}}{{.name}}{{/rows}}', { declared });

    expect(changesOf(before, after)).toEqual([]);
    expect(changesOf(before, aContract('{{^u}}{{u.name}}{{/u}}', { declared: [optional('u')] }))).toEqual([]);
  });

  it('is not breaking if its default has that member', () => {
    const declared = [
      optional('u', { default: { name: 'Ada' } }),
      optional('rows', { default: [{ name: 'a' }, { name: 'b' }] }),
    ];
    const after = aContract('{{u.name}} {{#rows}}{{.name}}{{/rows}}', { declared });
    const more = aContract('{{u.mail}} {{#rows}}{{.mail}}{{/rows}}', { declared });

    expect(changesOf(before, after)).toEqual([]);
    expect(changesOf(before, more)).toEqual(['u.mail member-added', 'rows.*.mail member-added']);
  });

  it('makes nothing else breaking inside of its section, unless its default shows it', () => {
    const text = '{{u.name}} {{#extra}}{{u.mail}}{{/extra}}';
    const old = aContract('{{u.name}}');

    expect(changesOf(old, aContract(text, { declared: [optional('extra')] }))).toEqual([]);
    expect(changesOf(old, aContract(text, { declared: [optional('extra', { default: true })] }))).toEqual([
      'u.mail member-added',
    ]);
  });
});

describe('a member of the items of a list', () => {
  it.each([
    ['{{#rows}}{{.name}}{{/rows}}', '{{#rows}}{{.title}}{{/rows}}', ['rows.*.title']],
    ['{{#rows}}{{.name}}{{/rows}}', '{{#rows}}{{.name.first}}{{/rows}}', ['rows.*.name.first']],
    ['{{#rows}}x{{/rows}}', '{{#rows}}{{.}}{{/rows}}', ['rows.*']],
    ['{{rows.0.name}}', '{{#rows}}{{.name}}{{/rows}}', ['rows.*.name']],
    ['{{#rows}}{{.name}}{{/rows}}', '{{rows.0.name}}', ['rows.0.name']],
    ['{{#a}}{{.x}}{{/a}}{{#b}}{{.y}}{{/b}}', '{{#a}}{{.y}}{{/a}}{{#b}}{{.y}}{{/b}}', ['a.*.y']],
    ['{{#a}}{{.x}}{{/a}}', '{{#a}}{{.x}}{{/a}}{{.x}} {{.}}', ['.x', '.']],
  ])('is breaking if only the new version reads it: %s, then %s', (before, after, paths) => {
    expect(changesOf(aContract(before), aContract(after))).toEqual(paths.map((path) => `${path} member-added`));
  });

  it.each([
    ['{{#rows}}{{.name}} {{.title}}{{/rows}}', '{{#rows}}{{.title}}{{/rows}}'],
    ['{{#rows}}{{.name}}{{/rows}}', '{{#rows}}{{.}}{{/rows}}'],
    ['{{#rows}}{{.}}{{/rows}}', '{{^rows}}none{{/rows}}{{#rows}}- {{.}}{{/rows}}'],
  ])('is not breaking if the earlier version reads it too: %s, then %s', (before, after) => {
    expect(changesOf(aContract(before), aContract(after))).toEqual([]);
  });

  it('belongs to the innermost section that is over a list, not to a condition inside of it', () => {
    const before = aContract('{{#rows}}{{.name}}{{/rows}}{{#brief}}!{{/brief}}');
    const same = aContract('{{#rows}}{{#brief}}{{.name}}{{/brief}}{{/rows}}');
    const more = aContract('{{#rows}}{{#brief}}{{.title}}{{/brief}}{{/rows}}');
    const nested = aContract('{{#brief}}{{#rows}}{{.name}}{{/rows}}{{/brief}}');

    expect(changesOf(before, same)).toEqual([]);
    expect(changesOf(before, more)).toEqual(['rows.*.title member-added']);
    expect(changesOf(before, nested)).toEqual([]);
  });

  it('does not belong to a section over a value that cannot be a list', () => {
    const declared = [aDeclaration('flag', { type: 'boolean' })];
    const before = aContract('{{#rows}}{{#flag}}{{.name}}{{/flag}}{{/rows}}', { declared });
    const after = aContract('{{#flag}}{{#rows}}{{.name}}{{/rows}}{{/flag}}', { declared });

    expect(changesOf(before, after)).toEqual([]);
    expect(changesOf(after, before)).toEqual([]);
  });
});

describe('a member that an included text reads', () => {
  const includes = { row: '{{.name}}', user: '{{u.name}}', nested: '{{> row}}{{#more}}{{> row}}{{/more}}' };

  it('counts like one of the text itself', () => {
    expect(changesOf(aContract('{{u.name}}'), aContract('{{> user}}', { includes }))).toEqual([]);
    expect(changesOf(aContract('{{> user}}', { includes }), aContract('{{u.name}}'))).toEqual([]);
    expect(changesOf(aContract('{{u.mail}}'), aContract('{{u.mail}} {{> user}}', { includes }))).toEqual([
      'u.name member-added',
    ]);
  });

  it('belongs to the list around each include', () => {
    const before = aContract('{{#a}}{{.name}}{{/a}}{{#b}}{{.x}}{{/b}}{{#more}}{{/more}}');
    const after = aContract('{{#a}}{{> row}}{{/a}}{{#b}}{{> nested}}{{/b}}', { includes });

    expect(changesOf(before, after)).toEqual(['b.*.name member-added']);
  });

  it('is not compared if the includes of one version cannot be loaded', () => {
    const unknown = { ...aContract('{{a}}'), include: undefined };

    expect(changesOf(unknown, aContract('{{a.b}}'))).toEqual([]);
    expect(changesOf(aContract('{{a.b}}'), unknown)).toEqual([]);
  });
});

describe('the reasons for which a version is breaking', () => {
  it('are at most a hundred members, each with a path of limited length', () => {
    const after = Array.from({ length: 150 }, (_, index) => `{{u.m${index}}}`).join('');
    const long = `{{u.${'a.'.repeat(1000)}a}}`;

    expect(contractChanges(aContract('{{u}}'), aContract(after))).toHaveLength(100);
    expect(contractChanges(aContract('{{u}}'), aContract(long))[0]?.path).toHaveLength(257);
  });

  it('are found in bounded time, however many sections surround an include', () => {
    const names = Array.from({ length: 150 }, (_, index) => `s${index}`);
    const row = '{{.a}}'.repeat(9000);
    const text = names
      .flatMap((one) => names.slice(0, 20).map((other) => `{{#${one}}}{{#${other}}}{{> row}}{{/${other}}}{{/${one}}}`))
      .join('');
    const contract = aContract(text, { includes: { row } });

    expect(contractChanges(contract, contract)).toEqual([]);
  });
});
