import { z } from 'zod';
import { labelMoveCursor, limit } from '../../../http/request/pagination.ts';
import { noQuery } from '../../../http/request/read-query.ts';
import { NOT_MODIFIED, one, page } from '../../../http/response/respond-json.ts';
import type { PublicOperation } from '../../../http/routes/operation.ts';
import { labelTarget, rollback } from './request-schemas.ts';
import * as shapes from './response-schemas.ts';

const moved = one(shapes.movedLabel);

export const labelOperations = {
  list: {
    id: 'listLabels',
    method: 'get',
    path: '/prompts/{ref}/labels',
    area: 'Labels',
    summary: 'List the labels of a prompt',
    description: 'Returns which version each label points to, since when, and whether only the dashboard may move it.',
    query: noQuery,
    responses: {
      200: { description: 'All labels in alphabetical order', schema: shapes.promptLabels, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 404],
  },
  read: {
    id: 'readLabel',
    method: 'get',
    path: '/prompts/{ref}/labels/{label}',
    area: 'Labels',
    summary: 'Read one label of a prompt',
    description: 'A label that the prompt does not have is 404 `label_not_found`.',
    query: noQuery,
    responses: {
      200: { description: 'The label', schema: one(shapes.promptLabel), headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 404],
  },
  move: {
    id: 'moveLabel',
    method: 'put',
    path: '/prompts/{ref}/labels/{label}',
    area: 'Labels',
    summary: 'Point a label to a version',
    description:
      'Creates the label if the prompt does not have it. A version that would break the callers of the current one, or labels of prompts that include this one, is 409 ' +
      '`breaking_change`, and `details` lists why, unless `force` is true. Moving a label to where it points records nothing. A protected label is 409 `label_protected`.',
    body: labelTarget,
    responses: { 200: { description: 'The version it points to now', schema: moved, headers: ['ETag'] } },
    rejections: [400, 404, 409, 412, 413, 415, 422, 429],
  },
  remove: {
    id: 'removeLabel',
    method: 'delete',
    path: '/prompts/{ref}/labels/{label}',
    area: 'Labels',
    summary: 'Remove a label; its history is preserved',
    description:
      'The removal is recorded in the history. A label that another prompt includes is 409 `included_by`, a protected one 409 `label_protected`.',
    responses: { 204: { description: 'Removed' } },
    rejections: [404, 409, 412, 422],
  },
  history: {
    id: 'labelHistory',
    method: 'get',
    path: '/prompts/{ref}/labels/{label}/history',
    area: 'Labels',
    summary: 'List the moves of a label, newest first',
    description:
      'Returns when the label moved, from which version to which, through which channel and why. Moves are never changed.',
    query: z.strictObject({ limit, cursor: labelMoveCursor.schema }),
    responses: {
      200: { description: 'A page of moves', schema: page(shapes.labelMove), headers: ['ETag', 'Link'] },
      304: NOT_MODIFIED,
    },
    rejections: [400, 404],
  },
  rollBack: {
    id: 'rollBackLabel',
    method: 'post',
    path: '/prompts/{ref}/labels/{label}/rollback',
    area: 'Labels',
    summary: 'Take back the last move of a label',
    description:
      'Recorded as a new move, and never refused as a breaking change. One rollback after the other leads further back, until none is left: 409 ' +
      '`nothing_to_roll_back`. With `from`, it is 409 `precondition_failed` if the label points elsewhere. A protected label is 409 `label_protected`.',
    body: rollback,
    isBodyOptional: true,
    responses: {
      200: { description: 'The version it points to now', schema: one(shapes.rolledBackLabel), headers: ['ETag'] },
    },
    rejections: [404, 409, 412, 413, 415, 422],
  },
} satisfies Record<string, PublicOperation>;
