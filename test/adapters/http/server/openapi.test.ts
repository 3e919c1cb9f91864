import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../../src/adapters/inbound/api/docs/openapi.ts';
import { findDeviation } from '../support/documented-responses.ts';
import { documentedOperations, openApiDocument } from '../support/openapi-document.ts';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(openApiDocument));

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('is built with a pause after each operation', () => {
    const steps = [...OpenApiDocument.inSteps(apiRoutes, '1.2.3', 'https://prompts.example.com')];

    expect(steps).toHaveLength(documentedOperations.length);
  });
});

describe('every operation of the document', () => {
  it.each(documentedOperations)(
    'declares the statuses of requests rejected before they are parsed: $name',
    ({ responses }) => {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '408', '431', '503']));
    },
  );

  it.each(documentedOperations)(
    'declares the headers that are always present in its rejections: $name',
    ({ responses }) => {
      const challenge = { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } };
      const delay = { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } };
      if (responses['401']) expect(responses['401'].headers).toMatchObject(challenge);
      if (responses['429']) expect(responses['429'].headers).toMatchObject(delay);
      expect(responses['503']?.headers).toMatchObject(delay);
    },
  );
});

describe('checking responses against the document', () => {
  const type = 'application/json; charset=utf-8';

  it('accepts a documented response', () => {
    const body = { data: [], nextCursor: null };
    expect(findDeviation('GET', '/api/prompts', { status: 200, type, body })).toBeUndefined();
  });

  it.each([
    ['an undocumented status', { status: 500, type, body: {} }],
    ['a missing field', { status: 200, type, body: { data: [] } }],
    ['an extra field', { status: 200, type, body: { data: [], nextCursor: null, more: 1 } }],
    ['a 401 with a different body', { status: 401, type, body: { error: 'Unauthorized', code: 'x' } }],
  ])('reports %s', (_, response) => {
    expect(findDeviation('GET', '/api/prompts', response)).toBeDefined();
  });

  it('also covers the operations of the dashboard', () => {
    const data = { userId: 'u', email: 'ada@example.com', name: 'Ada' };
    const check = (body: object) => findDeviation('GET', '/dashboard/api/session', { status: 200, type, body });

    expect(check({ data })).toBeUndefined();
    expect(check({ data: { ...data, token: 'x' } })).toBeDefined();
  });
});
