import { z } from 'zod';
import type { ApiResponse } from '../support/api.ts';

const event = z.strictObject({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ name: z.string().optional(), label: z.string().optional() }),
});

const page = z.strictObject({ data: z.array(event), nextCursor: z.string().nullable(), position: z.string() });

export type ChangesPage = z.output<typeof page>;

export const changesIn = ({ body }: Pick<ApiResponse, 'body'>): ChangesPage => page.parse(body);

/** Shows each event by its type, and by what tells it from others of that type. */
export const summaryOf = ({ data }: Pick<ChangesPage, 'data'>): readonly string[] =>
  data.map(({ type, data: { name, label } }) => [type, name, label].filter((part) => part !== undefined).join(' '));
