import { z } from 'zod';
import { IMPACT_ENTRIES_MAX } from '../../../../../application/prompts/impact/find-impact.ts';
import { INCLUDER_STATES } from '../../../../../application/prompts/impact/list-includers.ts';
import { includerCursor, limit } from '../../../http/request/pagination.ts';
import { label, promptId, promptName, versionNumber } from '../../../http/request/value-schemas.ts';
import { page } from '../../../http/response/respond-json.ts';
import type { PublicOperation } from '../../../http/routes/operation.ts';
import { impactRequest } from './request-schemas.ts';
import { breakingChange } from './response-schemas.ts';

const include = z.string().describe('the expression of the include, such as `tone@staging`');

const includer = z
  .strictObject({
    promptId,
    name: promptName,
    version: versionNumber,
    labels: z.array(label).describe('that point to this version, as far as they are in this state'),
    latest: z.boolean().describe('whether it is the latest version'),
    include,
    state: z
      .enum(INCLUDER_STATES)
      .describe(
        '`pinned`: to a fixed version; `locked`: by the lock of its label; `behind`: locked to an older version than the expression selects now; or else `follows`',
      ),
  })
  .meta({ id: 'Includer' });

const impactEntry = z
  .strictObject({
    name: promptName,
    label: label.describe('a label of that prompt, or `latest`'),
    include: include.describe('the expression of this prompt to which it leads, directly or not'),
    state: z.enum(['follows', 'locked']).describe('a `locked` label stays as it is'),
    breaking: z.array(breakingChange).describe('why its callers would fail'),
  })
  .meta({ id: 'ImpactEntry' });

export const impact = z
  .strictObject({
    data: z.array(impactEntry).describe(`what would break first, then by name; at most ${IMPACT_ENTRIES_MAX}`),
    affected: z.int().min(0).describe('how many would change, listed or not'),
    truncated: z.boolean().describe('whether `data` leaves entries out'),
  })
  .meta({ id: 'Impact' });

export const impactOperations = {
  includers: {
    id: 'listIncluders',
    method: 'get',
    path: '/prompts/{ref}/includers',
    area: 'Prompts',
    summary: 'List the labelled and latest versions that include a prompt',
    description:
      'By name, with one entry for each expression and state. Versions that include it through another prompt are not listed.',
    query: z.strictObject({ limit, cursor: includerCursor.schema }),
    responses: { 200: { description: 'A page of includers', schema: page(includer), headers: ['Link'] } },
    rejections: [400, 404, 429],
  },
  impact: {
    id: 'findImpact',
    method: 'post',
    reads: true,
    path: '/prompts/{ref}/impact',
    area: 'Prompts',
    summary: 'Show what a version or a label move would do to prompts that include this one',
    description:
      'Give the number of a version, or the content of a new one. With `label`, that label would move to it; without, it would be published as the newest version. ' +
      'Lists labels and latest versions that lead to another version then, directly or not. Writes nothing.',
    body: impactRequest,
    responses: { 200: { description: 'What would change and break', schema: impact } },
    rejections: [400, 404, 409, 413, 415, 422, 429],
  },
} satisfies Record<string, PublicOperation>;
