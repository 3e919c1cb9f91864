import { z } from 'zod';
import { parseLabel } from '../../../../domain/naming/label.ts';
import { listQuery, text } from '../../api/prompts/operations/list-query.ts';
import { promptOperations } from '../../api/prompts/operations/prompt-operations.ts';
import { label, parsedBy, promptId } from '../../http/request/value-schemas.ts';
import { one } from '../../http/response/respond-json.ts';
import type { Operation } from '../../http/routes/operation.ts';

const catalogQuery = listQuery.extend({
  within: text.min(1).optional().describe('this folder and all folders below it'),
});

const countQuery = catalogQuery.pick({ tag: true, folder: true, within: true, type: true, archived: true });

/** The list of the dashboard, which also takes a folder with all folders below it. */
export const catalogOperations = {
  list: { ...promptOperations.list, id: 'listCatalog', path: '/catalog', query: catalogQuery },
  count: {
    id: 'countCatalog',
    method: 'get',
    path: '/catalog/count',
    summary: 'How many prompts match the filters',
    query: countQuery,
    responses: { 200: { description: 'The number', schema: one(z.strictObject({ count: z.int().min(0) })) } },
    rejections: [400],
  },
  locked: {
    id: 'listLockedPrompts',
    method: 'get',
    path: '/catalog/locked',
    summary: 'The prompts in which a label is locked',
    query: z.strictObject({ label: parsedBy(parseLabel, 'is not a valid label', label) }),
    responses: {
      200: {
        description: 'The prompts, and whether an include has moved on since',
        schema: one(z.array(z.strictObject({ promptId, isBehind: z.boolean() }))),
      },
    },
    rejections: [400, 429],
  },
} satisfies Record<string, Operation>;
