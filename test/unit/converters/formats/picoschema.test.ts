import { describe, expect, it } from 'vitest';
import { readInputSchema } from '../../../../src/adapters/converters/formats/dotprompt/picoschema.ts';
import type { JsonObject } from '../../../../src/domain/text/json.ts';

const read = (schema: JsonObject, fallback: JsonObject = {}) =>
  readInputSchema({ schema, default: fallback }).variables.map(({ path: _path, ...variable }) =>
    Object.fromEntries(Object.entries(variable).filter(([, value]) => value !== undefined)),
  );

describe('an input schema', () => {
  it.each([
    ['name', 'string', { type: 'string', required: true }],
    ['name?', 'string', { type: 'string', required: false }],
    ['name', 'integer, how many', { type: 'integer', required: true, description: 'how many' }],
    ['name(array, all of them)', 'string', { type: 'array', required: true, description: 'all of them' }],
    ['name?(object)', { a: 'string' }, { type: 'object', required: false }],
    ['name(enum, one of them)', ['a', 'b'], { enum: ['a', 'b'], required: true, description: 'one of them' }],
    ['name?(enum)', ['a', null], { enum: ['a'], required: false }],
    ['name', { a: 'string' }, { type: 'object', required: true }],
    ['name', 'any', { type: 'any', required: true }],
  ])('declares %s: %j in Picoschema', (key, value, variable) => {
    expect(read({ [key]: value })).toEqual([{ name: 'name', ...variable }]);
  });

  it('may be JSON Schema', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: ['string', 'null'], description: 'who' },
        size: { enum: ['s', 'm', null], default: 's' },
      },
      required: ['name'],
    };

    expect(read(schema)).toEqual([
      { name: 'name', type: 'string', required: true, description: 'who' },
      { name: 'size', enum: ['s', 'm'], default: 's', required: false },
    ]);
  });

  it('takes defaults from beside the schema', () => {
    expect(read({ name: 'string' }, { name: 'Ada', visits: 3, tags: [] })).toEqual([
      { name: 'name', type: 'string', required: true, default: 'Ada' },
      { name: 'visits', type: 'number', default: 3 },
      { name: 'tags', type: 'any', default: [] },
    ]);
  });

  it('reports what only the program of the file knows', () => {
    expect(readInputSchema({ schema: 'Recipe' }).losses).toEqual([
      { path: 'input.schema', problem: 'the schema Recipe is not in the file' },
    ]);
    expect(readInputSchema({ schema: { menu: 'Menu', '(*)': 'string' } }).losses).toEqual([
      { path: 'input.schema.menu', problem: 'the schema Menu is not in the file' },
      { path: 'input.schema.(*)', problem: 'variables of any other name are lost' },
    ]);
  });
});
