import { z } from 'zod';
import { DEFAULT_DAYS } from '../../../../application/usage/summarize-usage.ts';
import { usageGroupings, usageIntervals } from '../../../../domain/usage/usage.ts';
import { dateOrTime, timestamp } from '../../http/request/value-schemas.ts';
import { one } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';

const usageCount = z
  .strictObject({
    start: timestamp.describe('of the hour or day'),
    group: z.string().describe('a status, a route or the id of a prompt'),
    count: z.int().min(0),
  })
  .meta({ id: 'UsageCount' });

const usage = z
  .strictObject({
    from: timestamp.describe('inclusive'),
    to: timestamp.describe('exclusive'),
    interval: z.enum(usageIntervals),
    total: z.int().min(0).describe('the sum of all counts'),
    series: z.array(usageCount),
  })
  .meta({ id: 'Usage' });

export const statsOperations = {
  stats: {
    id: 'readStats',
    method: 'get',
    path: '/stats',
    area: 'Statistics',
    summary: 'Count calls, or reads of prompts, by hour or day in UTC',
    description: 'Counts the calls with the key of this account. Hours and days without calls are left out.',
    query: z.strictObject({
      from: dateOrTime
        .optional()
        .describe(`inclusive, rounded down to the hour; ${DEFAULT_DAYS} days before \`to\` by default`),
      to: dateOrTime.optional().describe('exclusive; now by default'),
      interval: z.enum(usageIntervals).default('day').describe('what one count covers'),
      groupBy: z
        .enum(usageGroupings)
        .default('status')
        .describe(
          '`prompt` counts reads and renders by the id of the prompt, `failedPrompt` those that failed; the others count calls',
        ),
    }),
    responses: { 200: { description: 'Counts, ordered by time, then by group', schema: one(usage) } },
    rejections: [400],
  },
} satisfies Record<string, PublicOperation>;
