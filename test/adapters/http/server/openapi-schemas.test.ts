import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLabel } from '../../../../src/domain/naming/label.ts';
import { parsePromptId, parsePromptName } from '../../../../src/domain/naming/prompt-name.ts';
import { parseTag } from '../../../../src/domain/naming/tag.ts';
import { parseVariableName } from '../../../../src/domain/templates/variable-name.ts';
import {
  type Content,
  openApiDocument,
  documentedOperations as operations,
  type Schema,
} from '../support/openapi-document.ts';

const { schemas } = openApiDocument.components;

const contentsOf = ({ requestBody, responses }: (typeof operations)[number]): readonly Content[] => [
  ...(requestBody ? [requestBody.content] : []),
  ...Object.values(responses).flatMap(({ content }) => (content ? [content] : [])),
];

/** The schema and all schemas within. */
const schemasIn = (schema: Schema): readonly Schema[] => [
  schema,
  ...[
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ].flatMap(schemasIn),
];

const everySchema = Object.values(schemas).flatMap(schemasIn);

const nameIn = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';

/** The named schemas that a schema refers to, directly or through others. */
function reachFrom(schema: Schema, found = new Set<string>()): ReadonlySet<string> {
  for (const name of schemasIn(schema).map(nameIn)) {
    const target = schemas[name];
    if (!target || found.has(name)) continue;
    found.add(name);
    reachFrom(target, found);
  }
  return found;
}

describe('the schemas of the OpenAPI document', () => {
  it.each(operations)('are named, for every JSON body: $name', (operation) => {
    const bodies = contentsOf(operation).flatMap((content) => content['application/json'] ?? []);

    for (const { schema } of bodies) expect(schemas).toHaveProperty([nameIn(schema)]);
  });

  it('contain no object without a name', () => {
    const within = Object.values(schemas).flatMap((schema) => schemasIn(schema).slice(1));

    expect(within.filter(({ properties }) => properties !== undefined)).toEqual([]);
  });

  it('are all in use', () => {
    const bodies = operations.flatMap((operation) =>
      contentsOf(operation).flatMap((content) => Object.values(content)),
    );
    const used = bodies.flatMap(({ schema }) => [...reachFrom(schema)]);
    const inParameters = operations.flatMap(({ parameters }) =>
      parameters.flatMap(({ schema }) => [...reachFrom(schema)]),
    );

    expect([...new Set([...used, ...inParameters])].sort()).toEqual(Object.keys(schemas));
  });

  it('have integers and no other numbers, and no limits that only JavaScript knows', () => {
    const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));

    for (const { type, maximum, minimum } of [...everySchema, ...parameters.flatMap(schemasIn)]) {
      expect([type].flat()).not.toContain('number');
      expect(Math.abs(maximum ?? 0)).toBeLessThan(Number.MAX_SAFE_INTEGER);
      expect(Math.abs(minimum ?? 0)).toBeLessThan(Number.MAX_SAFE_INTEGER);
    }
  });

  it('have no defaults, which generators take for fields that are always present', () => {
    expect(everySchema.filter(({ default: initial }) => initial !== undefined)).toEqual([]);
  });

  it.each([
    ['VariableInput', ['name']],
    ['RenderRequest', []],
    ['LabelTarget', ['version']],
  ])('require only what has no default: %s', (name, required) => {
    expect(schemas[name]?.required ?? []).toEqual(required);
  });

  it('describe the default of a field in words', () => {
    expect(schemas['RenderRequest']?.properties?.['strict']?.description).toMatch(/; default `true`$/);
    expect(schemas['VariableInput']?.properties?.['type']?.description).toBe('default `string`');
  });
});

describe('the parameters of the OpenAPI document', () => {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map((parameter) => ({ ...parameter, operation: operation.name })),
  );
  const schemasOf = (name: string) => parameters.filter((each) => each.name === name).map(({ schema }) => schema);

  it.each(parameters)('are described: $name of $operation', ({ description }) => {
    expect(description).toMatch(/\w \w/);
  });

  it('that are numbers are integers', () => {
    expect(schemasOf('limit').length).toBeGreaterThan(3);
    for (const schema of schemasOf('limit')) {
      expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
    }
    for (const schema of [...schemasOf('n'), ...schemasOf('version')]) {
      expect(schema).toEqual({ type: 'integer', minimum: 1 });
    }
  });

  it('that are true or false are booleans', () => {
    expect(schemasOf('dryRun')).toEqual([{ type: 'boolean', default: false }]);
  });

  it('that may be repeated are lists', () => {
    expect(schemasOf('tag')).toMatchObject([{ type: 'array', items: { type: 'string' }, maxItems: 20 }]);
  });

  it('that name a prompt or a label have a pattern', () => {
    for (const { pattern, items } of [...schemasOf('ref'), ...schemasOf('label')]) {
      expect(pattern ?? items?.pattern).toMatch(/^\^.*\$$/);
    }
  });
});

describe('the patterns of the OpenAPI document', () => {
  const fieldsOf = (name: string): Readonly<Record<string, Schema>> => schemas[name]?.properties ?? {};
  const fits = ({ pattern = '', maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean =>
    new RegExp(pattern).test(text) && text.length <= maxLength;
  const texts = fc.oneof(
    fc.stringMatching(/^[a-z0-9._/-]{0,140}$/),
    fc.stringMatching(/^[a-zA-Z0-9_]{0,70}$/),
    fc.stringMatching(/^([a-z0-9][a-z0-9._-]{0,8}\/){0,6}[a-z0-9]{1,5}$/),
    fc.string(),
  );

  it.each([
    ['a name', fieldsOf('NewPrompt')['name'], (text: string) => parsePromptName(text) ?? parsePromptId(text)],
    ['a label', fieldsOf('NewPrompt')['labels']?.items, (text: string) => text === 'latest' || parseLabel(text)],
    ['a tag', fieldsOf('NewPrompt')['tags']?.items, parseTag],
    ['a variable', fieldsOf('VariableInput')['name'], parseVariableName],
    ['a placeholder', fieldsOf('Placeholder')['placeholder'], parseVariableName],
  ])('accept what the domain accepts: %s', (_, schema = {}, parse) => {
    fc.assert(
      fc.property(texts, (text) => fits(schema, text) === Boolean(parse(text))),
      { numRuns: 500 },
    );
  });
});
