import { z } from 'zod';
import { VERSION_PATTERN } from '../../../../../domain/naming/version-selector.ts';
import { DEFAULT_LABEL } from '../../../../../domain/prompts/prompt.ts';
import { because } from '../../../http/request/describe-issue.ts';
import { folderCursor, tagCursor } from '../../../http/request/pagination.ts';
import { label, moment } from '../../../http/request/value-schemas.ts';
import { NOT_MODIFIED, one, page } from '../../../http/response/respond-json.ts';
import type { PublicOperation } from '../../../http/routes/operation.ts';
import { listQuery } from './list-query.ts';
import { newPrompt, promptChange, putPrompt, renderRequest } from './request-schemas.ts';
import * as shapes from './response-schemas.ts';

const versionText = z.string().regex(VERSION_PATTERN, 'must be a version number');

export const readQuerySchema = z
  .strictObject({
    label: label.optional().describe(`without label and version: \`${DEFAULT_LABEL}\`, or else the latest`),
    version: versionText.transform(Number).optional().meta({
      description: 'a version number',
      type: 'integer',
      pattern: undefined,
      minimum: 1,
    }),
    at: moment.optional().meta({
      description: 'resolves the label or the default rule as of this time; as of now if it is not past',
    }),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    ...because('conflicting', 'cannot be combined with label'),
    path: ['version'],
  })
  .refine(({ version, at }) => version === undefined || at === undefined, {
    ...because('conflicting', 'cannot be combined with version, which is the same at all times'),
    path: ['at'],
  });

const full = one(shapes.promptWithVersion);
const written = one(shapes.writtenPrompt);

/** `satisfies` preserves the exact types of queries and bodies. */
export const promptOperations = {
  list: {
    id: 'listPrompts',
    method: 'get',
    path: '/prompts',
    area: 'Prompts',
    summary: 'List prompts',
    description:
      'Filters combine: a prompt must match all of them. With `include=content`, each prompt contains the version that `label` or the default ' +
      'rule selects, so one call returns all prompts of an application.',
    query: listQuery,
    responses: {
      200: { description: 'A page of prompts', schema: page(shapes.listedPrompt), headers: ['ETag', 'Link'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 429],
  },
  create: {
    id: 'createPrompt',
    method: 'post',
    creates: true,
    path: '/prompts',
    area: 'Prompts',
    summary: 'Create a prompt with its first version',
    description:
      'Give `content` for a text or `messages` for a chat. Variables are inferred from the templates unless they are declared. ' +
      'A name that is in use is 409 `name_taken`, a label that is protected 409 `label_protected`.',
    body: newPrompt,
    responses: { 201: { description: 'Created', schema: written, headers: ['Location', 'ETag'] } },
    rejections: [400, 409, 413, 415, 422, 429],
  },
  read: {
    id: 'readPrompt',
    method: 'get',
    path: '/prompts/{ref}',
    area: 'Prompts',
    summary: 'Read a prompt with one of its versions',
    description:
      `Returns the version that \`version\` or \`label\` names; without them, the one labelled \`${DEFAULT_LABEL}\`, or else the latest. \`resolved\` shows ` +
      'which rule applied. Templates are returned as written: only rendering expands includes.',
    query: readQuerySchema,
    responses: { 200: { description: 'Prompt and version', schema: full, headers: ['ETag'] }, 304: NOT_MODIFIED },
    rejections: [400, 404],
  },
  put: {
    id: 'putPrompt',
    method: 'put',
    path: '/prompts/{ref}',
    area: 'Prompts',
    summary: 'Create or update a prompt by name; repeating the request changes nothing',
    description:
      'Creates the prompt if there is none of this name, and publishes a new version if the content differs from the latest one. Metadata that is left out ' +
      'stays as it is. If nothing changes, the response has `unchanged: true`.',
    body: putPrompt,
    responses: {
      200: { description: 'A new version, or unchanged', schema: written, headers: ['ETag'] },
      201: { description: 'Created', schema: written, headers: ['Location', 'ETag'] },
    },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  change: {
    id: 'changePrompt',
    method: 'patch',
    path: '/prompts/{ref}',
    area: 'Prompts',
    summary: 'Rename, describe, tag or archive a prompt',
    description:
      'Replaces the fields that are given. Id, versions and labels stay the same when a prompt is renamed. ' +
      'A prompt that others include cannot be renamed: that is 409 `included_by`. One with a protected label is neither renamed nor archived: 409 `label_protected`.',
    body: promptChange,
    responses: { 200: { description: 'Changed', schema: one(shapes.prompt), headers: ['ETag'] } },
    rejections: [400, 404, 409, 412, 413, 415, 422],
  },
  remove: {
    id: 'deletePrompt',
    method: 'delete',
    path: '/prompts/{ref}',
    area: 'Prompts',
    summary: 'Delete a prompt with its versions',
    description:
      'Deletes the prompt, its versions and the history of its labels. A prompt that others include is 409 `included_by`, one with a protected label 409 `label_protected`. ' +
      'To hide a prompt without losing it, archive it.',
    responses: { 204: { description: 'Deleted' } },
    rejections: [404, 409, 412],
  },
  render: {
    id: 'renderPrompt',
    method: 'post',
    reads: true,
    path: '/prompts/{ref}/render',
    area: 'Prompts',
    summary: 'Render a prompt with variables',
    description:
      'Selects a version as reading does, expands its includes and inserts the variables. Variables that are missing, unknown or of the wrong type are 422 ' +
      '`variables_invalid`. Without a body, it sends none. With `Accept: text/plain`, the response is the text alone.',
    body: renderRequest,
    isBodyOptional: true,
    responses: {
      200: { description: 'The rendered prompt', schema: one(shapes.rendering), mediaTypes: ['text/plain'] },
    },
    rejections: [400, 404, 413, 415, 422, 429],
  },
  tags: {
    id: 'listTags',
    method: 'get',
    path: '/tags',
    area: 'Prompts',
    summary: 'List all tags with their number of prompts',
    description: 'In alphabetical order, up to 10,000 on a page. Archived prompts do not count.',
    query: z.strictObject({ cursor: tagCursor.schema }),
    responses: {
      200: { description: 'Tags', schema: page(shapes.tagCount), headers: ['ETag', 'Link'] },
      304: NOT_MODIFIED,
    },
    rejections: [400],
  },
  folders: {
    id: 'listFolders',
    method: 'get',
    path: '/folders',
    area: 'Prompts',
    summary: 'List all folders with their number of prompts',
    description: 'In alphabetical order, up to 10,000 on a page. Archived prompts do not count.',
    query: z.strictObject({ cursor: folderCursor.schema }),
    responses: {
      200: { description: 'Folders', schema: page(shapes.folderCount), headers: ['ETag', 'Link'] },
      304: NOT_MODIFIED,
    },
    rejections: [400],
  },
} satisfies Record<string, PublicOperation>;
