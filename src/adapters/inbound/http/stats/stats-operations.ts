import { z } from 'zod';
import { DEFAULT_DAYS } from '../../../../application/usage/summarize-usage.ts';
import { usageGroupings, usageIntervals } from '../../../../domain/usage/usage.ts';
import type { Operation } from '../request/operation.ts';
import { one } from '../response/respond-json.ts';

const dateOrTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be a date or a date-time in ISO 8601' })
  .transform((text) => new Date(text));

const time = z.iso.datetime({ precision: 3 });

const usage = z
  .strictObject({
    from: time,
    to: time,
    interval: z.enum(usageIntervals),
    total: z.int(),
    series: z.array(z.strictObject({ start: time, group: z.string(), count: z.int() })),
  })
  .meta({ id: 'Usage' });

export const statsOperations = {
  stats: {
    id: 'readStats',
    method: 'get',
    path: '/stats',
    summary: 'Count calls, or reads of prompts, by hour or day in UTC',
    query: z.strictObject({
      from: dateOrTime
        .optional()
        .describe(`inclusive, rounded down to the hour; ${DEFAULT_DAYS} days before \`to\` by default`),
      to: dateOrTime.optional().describe('exclusive; now by default'),
      interval: z.enum(usageIntervals).default('day'),
      groupBy: z
        .enum(usageGroupings)
        .default('status')
        .describe('`prompt` counts reads and renders by the id of the prompt; the others count calls'),
    }),
    responses: { 200: { description: 'Counts, ordered by time, then by group', schema: one(usage) } },
    rejections: [400],
  },
} satisfies Record<string, Operation>;
