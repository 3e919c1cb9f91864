import type { OpenApi, Parameter } from './api-document.ts';
import { MCP_API } from './mcp-api.ts';
import { inPath, inQuery, integer, json, list, NO_BODY, record, rejections, text } from './schema-parts.ts';

const ifNoneMatch: Parameter = { name: 'If-None-Match', in: 'header', schema: text };

const langfusePrompt = record({
  id: text,
  name: text,
  version: integer,
  type: { enum: ['text', 'chat'] },
  config: { type: 'object' },
  labels: list(text),
  tags: list(text),
  createdAt: text,
  updatedAt: text,
  projectId: text,
  isActive: { type: 'boolean' },
});

const langfuseList = record({
  data: list(record({ name: text, type: text, versions: list(integer), labels: list(text), tags: list(text) })),
  meta: record({ page: integer, limit: integer, totalItems: integer, totalPages: integer }),
});

const langfuseInput = record(
  {
    name: text,
    prompt: {},
    type: { enum: ['text', 'chat'] },
    labels: list(text),
    tags: list(text),
    config: { type: 'object' },
    commitMessage: text,
    isActive: { type: 'boolean' },
  },
  ['name', 'prompt', 'type'],
);

const litellmPrompt = record({
  prompt_id: text,
  prompt_template: list(record({ role: text, content: text })),
  prompt_template_model: {},
  prompt_template_optional_params: {},
});

const commit = record({
  commit_hash: text,
  examples: { type: 'array' },
  manifest: record({ lc: integer, type: text, id: list(text), kwargs: { type: 'object' } }),
});

/** The APIs of other tools, which the published document leaves out. They ignore what they do not know. */
export const COMPATIBLE_APIS: Pick<OpenApi, 'paths'> = {
  paths: {
    '/api/public/v2/prompts': {
      get: {
        operationId: 'langfuseList',
        'x-lenient': true,
        parameters: ['name', 'label', 'tag', 'page', 'limit', 'fromUpdatedAt', 'toUpdatedAt'].map((name) =>
          inQuery(name),
        ),
        responses: { 200: json(langfuseList), 304: NO_BODY, ...rejections() },
      },
      post: {
        operationId: 'langfuseCreate',
        'x-lenient': true,
        requestBody: json(langfuseInput),
        responses: { 201: json(langfusePrompt), ...rejections() },
      },
    },
    '/api/public/v2/prompts/{name}': {
      get: {
        operationId: 'langfuseRead',
        'x-lenient': true,
        parameters: [inPath('name'), inQuery('version'), inQuery('label'), inQuery('resolve'), ifNoneMatch],
        responses: { 200: json(langfusePrompt), 304: NO_BODY, ...rejections() },
      },
      delete: {
        operationId: 'langfuseDelete',
        'x-lenient': true,
        parameters: [inPath('name')],
        responses: { 204: NO_BODY, ...rejections() },
      },
    },
    '/api/public/v2/prompts/{name}/versions/{n}': {
      patch: {
        operationId: 'langfuseLabel',
        'x-lenient': true,
        parameters: [inPath('name'), inPath('n')],
        requestBody: json(record({ newLabels: list(text) })),
        responses: { 200: json(langfusePrompt), ...rejections() },
      },
    },
    '/api/public/projects': {
      get: {
        operationId: 'langfuseProjects',
        'x-lenient': true,
        responses: { 200: json(record({ data: list(record({ id: text, name: text })) })), ...rejections() },
      },
    },
    '/api/public/health': {
      get: {
        operationId: 'langfuseHealth',
        'x-lenient': true,
        security: [],
        responses: { 200: json(record({ status: text, version: text })), ...rejections() },
      },
    },
    '/beta/litellm_prompt_management': {
      get: {
        operationId: 'litellmPrompt',
        'x-lenient': true,
        parameters: [{ ...inQuery('prompt_id'), required: true }, inQuery('label'), inQuery('version')],
        responses: { 200: json(litellmPrompt), 304: NO_BODY, ...rejections(422) },
      },
    },
    '/api/hub/commits/{owner}/{name}/{commit}': {
      get: {
        operationId: 'pullPrompt',
        'x-lenient': true,
        parameters: [inPath('owner'), inPath('name'), inPath('commit'), inQuery('include_model'), ifNoneMatch],
        responses: { 200: json(commit), 304: NO_BODY, ...rejections(422) },
      },
    },
    ...MCP_API,
  },
};

/** Every operation of these APIs. */
export const COMPATIBLE_OPERATIONS: readonly string[] = Object.values(COMPATIBLE_APIS.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

/** Enables every optional feature, so that every documented operation exists. */
export const FUZZ_SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };
