import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../../src/adapters/inbound/api/api-routes.ts';
import { OpenApiDocument } from '../../../../src/adapters/inbound/api/docs/openapi.ts';
import { findDeviation } from '../support/documented-responses.ts';

describe('the OpenAPI document', () => {
  const document = OpenApiDocument.of(apiRoutes, '1.2.3', 'https://prompts.example.com/tools');

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('is built with a pause after each operation', () => {
    const steps = [...OpenApiDocument.inSteps(apiRoutes, '1.2.3', 'https://prompts.example.com')];
    const operations = Object.values(document['paths'] as object).flatMap((path: object) => Object.keys(path));

    expect(steps).toHaveLength(operations.length);
  });

  it('describes every endpoint of the API', () => {
    const { paths } = document as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(described.sort()).toEqual(
      [
        ...['POST', 'GET', 'DELETE'].map((method) => `${method} /api/auth/token`),
        ...['GET /api/auth/rotations', 'POST /api/accounts', 'GET /api', 'GET /livez', 'GET /readyz'],
        ...['GET', 'POST'].map((method) => `${method} /api/prompts`),
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/prompts/{ref}`),
        ...['GET', 'POST'].map((method) => `${method} /api/prompts/{ref}/versions`),
        'GET /api/prompts/{ref}/versions/{n}',
        ...['PUT', 'DELETE'].map((method) => `${method} /api/prompts/{ref}/labels/{label}`),
        'GET /api/prompts/{ref}/labels/{label}/history',
        'POST /api/prompts/{ref}/labels/{label}/rollback',
        ...['GET', 'POST'].map((method) => `${method} /api/webhooks`),
        ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /api/webhooks/{id}`),
        ...['GET /api/prompts/{ref}/diff', 'POST /api/prompts/{ref}/render'],
        ...[
          'GET /api/tags',
          'GET /api/folders',
          'GET /api/export',
          'POST /api/import',
          'GET /api/changes',
          'GET /api/events',
          'POST /api/webhooks/{id}/secret',
          'POST /api/webhooks/{id}/test',
          'GET /api/webhooks/{id}/deliveries',
          'POST /api/webhooks/{id}/deliveries/{eventId}/retry',
          'GET /api/stats',
          'GET /api/callers',
          'GET /api/prompts/{ref}/labels/{label}/arrival',
          'GET /api/limits',
          'GET /api/protected-labels',
        ],
      ].sort(),
    );
  });
});

describe('every operation of the document', () => {
  const { paths } = OpenApiDocument.of(apiRoutes, '1.2.3', 'http://test') as {
    paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
  );

  it.each(operations)('declares the statuses of requests rejected before they are parsed: $name', ({ responses }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '408', '431', '503']));
  });

  it.each(operations)('declares the headers that are always present in its rejections: $name', ({ responses }) => {
    const challenge = { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } };
    const delay = { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } };
    if (responses['401']) expect(responses['401'].headers).toMatchObject(challenge);
    if (responses['429']) expect(responses['429'].headers).toMatchObject(delay);
    expect(responses['503']?.headers).toMatchObject(delay);
  });
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
