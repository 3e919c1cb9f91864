import { describe, expect, it } from 'vitest';
import { printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { includeTargets, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { aTemplate, someIncludes } from '../../../support/builders/a-template.ts';

const usesOf = (text: string, includes: Readonly<Record<string, string>> = {}) =>
  variableUses([aTemplate(text)], someIncludes(includes));
const namesOf = (text: string, includes: Readonly<Record<string, string>> = {}) =>
  usesOf(text, includes).map(({ name }) => name);

describe('the variables of a template', () => {
  it('are listed in order of first appearance, a section before its body', () => {
    expect(namesOf('{{b}}{{#c}}{{a}}{{b}}{{/c}}{{d}}')).toEqual(['b', 'c', 'a', 'd']);
  });

  it('record every kind of use', () => {
    expect(usesOf('{{a}}{{b.x}}{{#c}}{{/c}}{{c.y}}{{^d}}{{d}}{{/d}}')).toEqual([
      { name: 'a', plain: true, dotted: false, section: false },
      { name: 'b', plain: false, dotted: true, section: false },
      { name: 'c', plain: false, dotted: true, section: true },
      { name: 'd', plain: true, dotted: false, section: true },
    ]);
  });

  it('exclude items and escaped tags', () => {
    expect(namesOf('{{.}}{{.a}}\\{{b}}')).toEqual([]);
  });

  it('include those of included templates, in the position of the include', () => {
    expect(namesOf('{{a}}{{> x}}{{d}}', { x: '{{b}}{{> y@2}}', 'y@2': '{{c}}' })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are listed once, however often and circularly templates include each other', () => {
    const many = '{{> x}}'.repeat(100);

    expect(namesOf(many, { x: `{{a}}${'{{> y}}'.repeat(100)}`, y: `{{b}}${'{{> x}}'.repeat(100)}` })).toEqual([
      'a',
      'b',
    ]);
  });

  it('are collected through include chains of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [`t${index}`, `{{> t${index + 1}}}`]);

    expect(namesOf('{{> t0}}', { ...Object.fromEntries(chain), t20000: '{{end}}' })).toEqual(['end']);
  });

  it('are collected from all messages of a chat', () => {
    const templates = [aTemplate('{{b}}'), aTemplate('{{a}}{{b.c}}')];

    expect(variableUses(templates, () => undefined)).toMatchObject([{ name: 'b', dotted: true }, { name: 'a' }]);
  });
});

describe('the includes of a template', () => {
  it('are listed once, in order of first appearance, with their version', () => {
    const templates = [aTemplate('{{> b}}{{#s}}{{> a@2}}{{/s}}'), aTemplate('{{> b}}{{> b@live}}')];

    expect(includeTargets(templates).map(printIncludeTarget)).toEqual(['b', 'a@2', 'b@live']);
  });
});
