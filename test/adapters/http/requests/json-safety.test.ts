import { describe, expect, it } from 'vitest';
import { findUnsafeJson, mayBeUnsafe } from '../../../../src/adapters/inbound/http/request/json-safety.ts';
import fc from '../../../support/seeded-fast-check.ts';
import { times } from '../support/api.ts';

const nested = (levels: number, innermost: unknown): unknown =>
  times(levels, Number).reduce<unknown>((inside) => [inside], innermost);

describe('findUnsafeJson', () => {
  it('finds nothing in any JSON of well-formed text', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0') && value !== '__proto__');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 8 }, text, fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('tree')),
      object: fc.dictionary(text, tie('tree')),
    }));

    fc.assert(fc.property(tree, (value) => findUnsafeJson(value).length === 0));
  });

  it('finds an unsafe string at any path', () => {
    const unsafe = fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udfffb', '\udc00\ud800');
    const path = fc.array(fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat(3)), { maxLength: 30 });

    fc.assert(
      fc.property(unsafe, path, (text, steps) => {
        const body = steps.reduceRight<unknown>((inside, step) => wrap(step, inside), text);
        expect(findUnsafeJson(body).map(({ path }) => path)).toEqual([steps.join('.')]);
      }),
    );
  });

  it('finds an unsafe property name, and reports it with replacement characters', () => {
    expect(findUnsafeJson({ 'a\0b': 1, '\ud800': { c: '\0' } })).toEqual([
      { path: 'a\ufffdb', problem: 'malformed', text: 'contains a NUL character' },
      { path: '\ufffd', problem: 'malformed', text: 'contains half of a surrogate pair' },
    ]);
  });

  it('rejects __proto__ at any depth, but no other name with a meaning in JavaScript', () => {
    const body: unknown = JSON.parse('{"a":[{"__proto__":{"b":1}}],"constructor":{"prototype":1}}');

    expect(findUnsafeJson(body)).toEqual([{ path: 'a.0.__proto__', problem: 'unknown', text: 'is an unknown field' }]);
  });

  it('allows 32 levels, counting an empty list as one', () => {
    expect(findUnsafeJson(nested(32, 'x'))).toEqual([]);
    expect(findUnsafeJson(nested(31, []))).toEqual([]);
    expect(findUnsafeJson(nested(33, 'x'))).toMatchObject([
      { problem: 'too-deep', text: 'is nested deeper than 32 levels' },
    ]);
    expect(findUnsafeJson(nested(32, {}))).toHaveLength(1);
  });

  it('reports at most twenty problems', () => {
    expect(findUnsafeJson(times(1000, () => '\0'))).toHaveLength(20);
    expect(findUnsafeJson(Object.fromEntries(times(1000, (index) => [`\0${index}`, 1])))).toHaveLength(20);
  });

  it('does not overflow the stack on deep nesting', () => {
    expect(findUnsafeJson(nested(200_000, 'x'))).toHaveLength(1);
  });
});

const wrap = (step: string | number, inside: unknown): unknown =>
  typeof step === 'number' ? [...times(step, () => null), inside] : { [step]: inside };

describe('mayBeUnsafe', () => {
  it('is true for every text with something unsafe in it, however it is written', () => {
    const unsafe = ['\0', '\ud800', 'a\udfff'].flatMap((text) => [{ a: text }, { [text]: 1 }, [text], text]);
    const texts = [...unsafe.map((body) => JSON.stringify(body)), '{"__proto__":1}', '{"\\u005f_proto__":1}'];

    for (const text of texts) {
      expect(findUnsafeJson(JSON.parse(text))).toHaveLength(1);
      expect(mayBeUnsafe(text)).toBe(true);
    }
  });

  it('is false for ordinary text', () => {
    expect(mayBeUnsafe(JSON.stringify({ content: 'a\n"b" \\ \t ü 🦁 _proto_ constructor' }))).toBe(false);
  });
});
