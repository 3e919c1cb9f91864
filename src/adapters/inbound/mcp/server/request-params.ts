import { z } from 'zod';

/**
 * The parameters of requests, as far as they are used. The SDK has schemas of its own, but reports what does not match
 * them as a failure of the server.
 */
export const pageParams = z.looseObject({ cursor: z.string().optional() });

export const getPromptParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});

export const completeParams = z.looseObject({
  ref: z.union([
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource') }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
});

export const readResourceParams = z.looseObject({ uri: z.string() });

export const callToolParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});
