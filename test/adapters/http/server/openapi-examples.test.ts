import { describe, expect, it } from 'vitest';
import { findSchemaProblem } from '../support/documented-responses.ts';
import { documentedOperations, openApiDocument } from '../support/openapi-document.ts';

describe('every operation of the OpenAPI document', () => {
  it.each(documentedOperations)('belongs to one described area: $name', ({ tags }) => {
    const areas = openApiDocument.tags.filter(({ name }) => tags.includes(name));

    expect(tags).toHaveLength(1);
    expect(areas).toEqual([{ name: expect.any(String), description: expect.stringMatching(/\w\.$/) }]);
  });

  it.each(documentedOperations)(
    'is summarized in a phrase and described in sentences: $name',
    ({ summary, description }) => {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each(documentedOperations)(
    'has an example of its request that fits its schema: $name',
    ({ parameters, requestBody }) => {
      const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema, example }]) => ({
        type,
        problem: findSchemaProblem(schema, example),
        example,
      }));
      const given = parameters.filter((parameter) => parameter.in === 'path' || parameter.example !== undefined);
      const problems = given.map(({ name, schema, example }) => ({
        name,
        problem: findSchemaProblem(schema, example),
      }));

      expect(bodies.map(({ example }) => example)).not.toContain(undefined);
      expect([...bodies, ...problems].filter(({ problem }) => problem !== undefined)).toEqual([]);
    },
  );

  it.each(documentedOperations)('has examples of its responses that fit their schemas: $name', ({ responses }) => {
    const examples = Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema, example }]) => ({ status, type, schema, example })),
    );

    expect(examples.filter(({ example }) => example === undefined)).toEqual([]);
    expect(examples.flatMap(({ schema, example }) => findSchemaProblem(schema, example) ?? [])).toEqual([]);
  });
});

describe('the areas of the OpenAPI document', () => {
  it('are all in use, in reading order', () => {
    const used = documentedOperations.flatMap(({ tags }) => tags);

    expect(openApiDocument.tags.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
    expect(openApiDocument.tags[0]?.name).toBe('Keys and accounts');
  });
});
