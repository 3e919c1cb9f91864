import type { JsonSchema, Parameter } from './api-document.ts';

/** The parts that the documents of undocumented operations consist of. */

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const record = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

export const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: text });
export const inQuery = (name: string, schema = text): Parameter => ({ name, in: 'query', schema });

export const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
export const NO_BODY = {};

/** Statuses that any request with a key can get. Their bodies are checked for all responses. */
export const rejections = (...statuses: readonly number[]) =>
  Object.fromEntries([400, 401, 404, 408, 413, 415, 429, 431, ...statuses].map((status) => [status, json({})]));
