import { z } from 'zod';
import { listQuery, text } from '../../api/prompts/operations/list-query.ts';
import { promptOperations } from '../../api/prompts/operations/prompt-operations.ts';
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
} satisfies Record<string, Operation>;
