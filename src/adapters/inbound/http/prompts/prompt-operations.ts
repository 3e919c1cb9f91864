import { z } from 'zod';
import { IMPORT_MODES } from '../../../../application/prompts/import-export/import-prompts.ts';
import { VERSION_PATTERN } from '../../../../domain/prompts/naming/version-selector.ts';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import type { Operation } from '../request/operation.ts';
import { folderCursor, labelMoveCursor, limit, tagCursor, versionCursor } from '../request/pagination.ts';
import { NDJSON_TYPE } from '../request/read-lines.ts';
import { noQuery } from '../request/read-query.ts';
import { one, page } from '../response/respond-json.ts';
import { listQuery } from './list-query.ts';
import { labelTarget, newPrompt, newVersion, promptChange, putPrompt, renderRequest } from './request-schemas.ts';
import * as shapes from './response-schemas.ts';
import { importDocument } from './transfer-document.ts';

const versionText = z.string().regex(VERSION_PATTERN, 'must be a version number');

export const readQuerySchema = z
  .strictObject({
    label: z.string().optional().describe(`without label and version: \`${DEFAULT_LABEL}\`, or else the latest`),
    version: versionText.transform(Number).optional().describe('a version number'),
    at: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional()
      .describe('resolves the label or the default rule as of this time'),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, {
    error: 'give either label or version',
    path: ['version'],
  })
  .refine(({ version, at }) => version === undefined || at === undefined, {
    error: 'a version is the same at all times',
    path: ['at'],
  });

export const diffQuery = z.strictObject({
  from: z.string().describe('a version or a label'),
  to: z.string().describe('a version or a label'),
});
export const versionsQuery = z.strictObject({ limit, cursor: versionCursor.schema });
export const movesQuery = z.strictObject({ limit, cursor: labelMoveCursor.schema });
export const tagsQuery = z.strictObject({ cursor: tagCursor.schema });
export const foldersQuery = z.strictObject({ cursor: folderCursor.schema });
export const importQuery = z.strictObject({
  mode: z
    .enum(IMPORT_MODES)
    .default('skip')
    .describe('`skip` leaves existing prompts unchanged; `merge` adds missing versions and label moves'),
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('only reports what would happen'),
});
const full = one(shapes.promptWithVersion);
const moved = one(shapes.movedLabel);
const NOT_MODIFIED = { description: 'The client already has this response', headers: ['ETag'] };

/** `satisfies` preserves the exact types of queries and bodies. */
export const operations = {
  list: {
    id: 'listPrompts',
    method: 'get',
    path: '/prompts',
    summary: 'List prompts',
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
    path: '/prompts',
    summary: 'Create a prompt with its first version',
    body: newPrompt,
    responses: { 201: { description: 'Created', schema: full, headers: ['Location', 'ETag'] } },
    rejections: [400, 409, 413, 415, 422, 429],
  },
  read: {
    id: 'readPrompt',
    method: 'get',
    path: '/prompts/{ref}',
    summary: 'Read a prompt with one of its versions',
    query: readQuerySchema,
    responses: { 200: { description: 'Prompt and version', schema: full, headers: ['ETag'] }, 304: NOT_MODIFIED },
    rejections: [400, 404],
  },
  put: {
    id: 'putPrompt',
    method: 'put',
    path: '/prompts/{ref}',
    summary: 'Create or update a prompt by name; repeating the request changes nothing',
    body: putPrompt,
    responses: {
      200: { description: 'A new version, or unchanged', schema: full, headers: ['ETag'] },
      201: { description: 'Created', schema: full, headers: ['Location', 'ETag'] },
    },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  change: {
    id: 'changePrompt',
    method: 'patch',
    path: '/prompts/{ref}',
    summary: 'Rename, describe, tag or archive a prompt',
    body: promptChange,
    responses: { 200: { description: 'Changed', schema: one(shapes.prompt), headers: ['ETag'] } },
    rejections: [400, 404, 409, 412, 413, 415, 422],
  },
  remove: {
    id: 'deletePrompt',
    method: 'delete',
    path: '/prompts/{ref}',
    summary: 'Delete a prompt with its versions',
    responses: { 204: { description: 'Deleted' } },
    rejections: [404, 409, 412],
  },
  versions: {
    id: 'listVersions',
    method: 'get',
    path: '/prompts/{ref}/versions',
    summary: 'List versions without their content, newest first',
    query: versionsQuery,
    responses: { 200: { description: 'A page of versions', schema: page(shapes.versionSummary), headers: ['Link'] } },
    rejections: [400, 404],
  },
  version: {
    id: 'readVersion',
    method: 'get',
    path: '/prompts/{ref}/versions/{n}',
    summary: 'Read one version',
    query: noQuery,
    responses: { 200: { description: 'The version; immutable when read by id', schema: one(shapes.version) } },
    rejections: [400, 404],
  },
  publish: {
    id: 'publishVersion',
    method: 'post',
    path: '/prompts/{ref}/versions',
    summary: 'Publish a new version, or restore an earlier one',
    body: newVersion,
    responses: {
      200: {
        description: 'The latest version already has this content',
        schema: one(shapes.version),
        headers: ['ETag'],
      },
      201: { description: 'Published', schema: one(shapes.version), headers: ['Location', 'ETag'] },
    },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  moveLabel: {
    id: 'moveLabel',
    method: 'put',
    path: '/prompts/{ref}/labels/{label}',
    summary: 'Point a label to a version',
    body: labelTarget,
    responses: { 200: { description: 'The version it points to now', schema: moved, headers: ['ETag'] } },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  removeLabel: {
    id: 'removeLabel',
    method: 'delete',
    path: '/prompts/{ref}/labels/{label}',
    summary: 'Remove a label; its history is preserved',
    responses: { 204: { description: 'Removed' } },
    rejections: [404, 409, 412, 422],
  },
  labelHistory: {
    id: 'labelHistory',
    method: 'get',
    path: '/prompts/{ref}/labels/{label}/history',
    summary: 'List the moves of a label, newest first',
    query: movesQuery,
    responses: { 200: { description: 'A page of moves', schema: page(shapes.labelMove), headers: ['Link'] } },
    rejections: [400, 404],
  },
  rollBack: {
    id: 'rollBackLabel',
    method: 'post',
    path: '/prompts/{ref}/labels/{label}/rollback',
    summary: 'Move a label back to the version before its last move',
    responses: { 200: { description: 'The version it points to now', schema: moved, headers: ['ETag'] } },
    rejections: [404, 409, 412, 413, 415, 422],
  },
  diff: {
    id: 'diffVersions',
    method: 'get',
    path: '/prompts/{ref}/diff',
    summary: 'Compare two versions',
    query: diffQuery,
    responses: { 200: { description: 'The difference', schema: one(shapes.difference) } },
    rejections: [400, 404, 429],
  },
  render: {
    id: 'renderPrompt',
    method: 'post',
    path: '/prompts/{ref}/render',
    summary: 'Render a prompt with variables',
    body: renderRequest,
    responses: {
      200: { description: 'The rendered prompt', schema: one(shapes.rendering), mediaTypes: ['text/plain'] },
    },
    rejections: [400, 404, 413, 415, 422, 429],
  },
  tags: {
    id: 'listTags',
    method: 'get',
    path: '/tags',
    summary: 'List all tags with their number of prompts',
    query: tagsQuery,
    responses: { 200: { description: 'Tags', schema: page(shapes.tagCount), headers: ['Link'] } },
    rejections: [400],
  },
  folders: {
    id: 'listFolders',
    method: 'get',
    path: '/folders',
    summary: 'List all folders with their number of prompts',
    query: foldersQuery,
    responses: { 200: { description: 'Folders', schema: page(shapes.folderCount), headers: ['Link'] } },
    rejections: [400],
  },
  export: {
    id: 'exportPrompts',
    method: 'get',
    path: '/export',
    summary: 'Export all prompts with their history; the response is the body of an import',
    query: noQuery,
    responses: {
      200: { description: 'All prompts', schema: importDocument, mediaTypes: [NDJSON_TYPE] },
    },
    rejections: [400, 429],
  },
  import: {
    id: 'importPrompts',
    method: 'post',
    path: '/import',
    summary: 'Import prompts from an export, with their history',
    query: importQuery,
    body: importDocument,
    bodyMediaTypes: [NDJSON_TYPE],
    responses: {
      200: {
        description: 'A result for each prompt',
        schema: page(shapes.importResult),
        mediaTypes: [NDJSON_TYPE],
      },
    },
    rejections: [400, 413, 415, 422, 429],
  },
} satisfies Record<string, Operation>;
