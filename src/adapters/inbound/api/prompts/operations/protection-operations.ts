import { z } from 'zod';
import { PROTECTED_LABELS_MAX } from '../../../../../domain/prompts/protected-labels.ts';
import { listOf } from '../../../http/request/list-of.ts';
import { noQuery } from '../../../http/request/read-query.ts';
import { label } from '../../../http/request/value-schemas.ts';
import { one } from '../../../http/response/respond-json.ts';
import type { Operation, PublicOperation } from '../../../http/routes/operation.ts';

const protectedLabels = z
  .strictObject({ labels: z.array(label).max(PROTECTED_LABELS_MAX).describe('in alphabetical order') })
  .meta({ id: 'ProtectedLabels' });

const response = { 200: { description: 'The protected labels', schema: one(protectedLabels) } };

export const protectionOperations = {
  list: {
    id: 'listProtectedLabels',
    method: 'get',
    path: '/protected-labels',
    area: 'Labels',
    summary: 'List the labels that only the dashboard may move',
    description:
      'The key cannot move or remove a protected label, nor rename, archive or delete a prompt that carries one: that is 409 `label_protected`. ' +
      'People who are signed in to the dashboard can, and they alone change this list.',
    query: noQuery,
    responses: response,
    rejections: [400],
  },
  /** Mounted for the session only. */
  set: {
    id: 'protectLabels',
    method: 'put',
    path: '/protected-labels',
    summary: 'Set which labels only the dashboard may move',
    body: z.strictObject({ labels: listOf(label).max(PROTECTED_LABELS_MAX) }),
    responses: response,
    rejections: [400, 403, 409, 413, 415, 422],
  },
} satisfies { readonly list: PublicOperation; readonly set: Operation };
