import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../../src/adapters/inbound/api/docs/openapi.ts';

type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;

interface Described {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const document = OpenApiDocument.of(apiRoutes, '1.2.3', 'https://prompts.example.com') as unknown as {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described & Record<string, unknown>>>>>;
  readonly components: object;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: document.components });

function findProblem(schema: object, value: unknown): string | undefined {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

describe('every operation of the OpenAPI document', () => {
  it.each(operations)('belongs to one described area: $name', ({ operation }) => {
    const areas = document.tags.filter(({ name }) => (operation['tags'] as readonly string[]).includes(name));

    expect(operation['tags']).toHaveLength(1);
    expect(areas).toEqual([{ name: expect.any(String), description: expect.stringMatching(/\w\.$/) }]);
  });

  it.each(operations)('is summarized in a phrase and described in sentences: $name', ({ operation }) => {
    expect(operation['summary']).toMatch(/^[A-Z].*[^.]$/);
    expect(operation['description']).toMatch(/^[A-Z].*\.$/);
  });

  it.each(operations)('has an example of its request that fits its schema: $name', ({ operation }) => {
    const { parameters, requestBody } = operation;
    const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema, example }]) => ({
      type,
      problem: findProblem(schema, example),
      example,
    }));
    const given = parameters.filter((parameter) => parameter.in === 'path' || parameter.example !== undefined);
    const problems = given.map(({ name, schema, example }) => ({ name, problem: findProblem(schema, example) }));

    expect(bodies.map(({ example }) => example)).not.toContain(undefined);
    expect([...bodies, ...problems].filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it.each(operations)('has examples of its responses that fit their schemas: $name', ({ operation }) => {
    const examples = Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema, example }]) => ({ status, type, schema, example })),
    );

    expect(examples.filter(({ example }) => example === undefined)).toEqual([]);
    expect(examples.flatMap(({ schema, example }) => findProblem(schema, example) ?? [])).toEqual([]);
  });
});

describe('the areas of the OpenAPI document', () => {
  it('are all in use, in reading order', () => {
    const used = operations.flatMap(({ operation }) => operation['tags'] as readonly string[]);

    expect(document.tags.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
    expect(document.tags[0]?.name).toBe('Keys and accounts');
  });
});
