import { z } from 'zod';

/** How answers are wrapped. */
export const one = (schema: z.ZodType) => z.strictObject({ data: schema });

export const page = (schema: z.ZodType) => z.strictObject({ data: z.array(schema), nextCursor: z.string().nullable() });

export const errorAnswer = z
  .strictObject({
    error: z.string(),
    code: z.string(),
    details: z.array(z.strictObject({ path: z.string(), problem: z.string() })).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' });

export const unauthorizedAnswer = z.strictObject({ error: z.literal('Unauthorized') }).meta({ id: 'Unauthorized' });
