import { z } from 'zod';

/** The schemas of what wraps every response. */
export const one = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ data: schema });

export const page = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({ data: z.array(schema), nextCursor: z.string().nullable() });

export const errorResponse = z
  .strictObject({
    error: z.string(),
    code: z.string(),
    details: z.array(z.strictObject({ path: z.string(), problem: z.string() })).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' });

export const unauthorizedResponse = z.strictObject({ error: z.literal('Unauthorized') }).meta({ id: 'Unauthorized' });
