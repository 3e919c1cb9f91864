import { z } from 'zod';
import { LABEL_PATTERN } from '../../../../../domain/naming/label.ts';
import { VERSION_PATTERN } from '../../../../../domain/naming/version-selector.ts';
import { limit, versionCursor } from '../../../http/request/pagination.ts';
import { noQuery } from '../../../http/request/read-query.ts';
import { NOT_MODIFIED, one, page } from '../../../http/response/respond-json.ts';
import type { PublicOperation } from '../../../http/routes/operation.ts';
import { newVersion } from './request-schemas.ts';
import * as shapes from './response-schemas.ts';

const selector = z.string().meta({
  pattern: `${VERSION_PATTERN.source}|${LABEL_PATTERN.source}`,
  description: 'a version or a label',
});

export const versionOperations = {
  list: {
    id: 'listVersions',
    method: 'get',
    path: '/prompts/{ref}/versions',
    area: 'Versions',
    summary: 'List versions without their content, newest first',
    description: 'Returns what each version declares, why it was published and when. Read one version for its content.',
    query: z.strictObject({ limit, cursor: versionCursor.schema }),
    responses: {
      200: { description: 'A page of versions', schema: page(shapes.versionSummary), headers: ['ETag', 'Link'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 404],
  },
  read: {
    id: 'readVersion',
    method: 'get',
    path: '/prompts/{ref}/versions/{n}',
    area: 'Versions',
    summary: 'Read one version',
    description: 'A version never changes. If the prompt is given by its id, the response may be cached for a year.',
    query: noQuery,
    responses: {
      200: { description: 'The version; immutable when read by id', schema: one(shapes.version), headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 404],
  },
  publish: {
    id: 'publishVersion',
    creates: true,
    method: 'post',
    path: '/prompts/{ref}/versions',
    area: 'Versions',
    summary: 'Publish a new version, or restore an earlier one',
    description:
      'Give the new content, or `restore` for the content of an earlier version. Versions are numbered without gaps. Content that the latest version already ' +
      'has publishes nothing and returns that version. Config and declarations of variables that are left out stay as in the newest version. A label moves under ' +
      'the same rules as by `PUT …/labels/{label}`. A version that would break labels of prompts that include this one is 409 `breaking_change`, unless `force` is true.',
    body: newVersion,
    responses: {
      200: {
        description: 'The latest version already has this content',
        schema: one(shapes.writtenVersion),
        headers: ['ETag'],
      },
      201: { description: 'Published', schema: one(shapes.writtenVersion), headers: ['Location', 'ETag'] },
    },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  diff: {
    id: 'diffVersions',
    method: 'get',
    path: '/prompts/{ref}/diff',
    area: 'Versions',
    summary: 'Compare two versions',
    description:
      'Shows what changes from one version to the other, and whether callers of the first would fail with the second.',
    query: z.strictObject({ from: selector, to: selector }),
    responses: { 200: { description: 'The difference', schema: one(shapes.difference) } },
    rejections: [400, 404, 429],
  },
} satisfies Record<string, PublicOperation>;
