import { parse } from 'node:querystring';
import type { Context } from 'koa';
import type { z } from 'zod';
import { badRequest } from './errors.ts';
import { problemsOf } from './read-json.ts';

/** The query as the schema wants it. A parameter that is unknown, wrong or given twice is a mistake, never ignored. */
export function readQuery<Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> {
  // Koa's own `ctx.query` loses parameters whose name means something to JavaScript: `?constructor`, `?__proto__=1`.
  const parsed = schema.safeParse({ ...parse(ctx.querystring, '&', '=', { maxKeys: 0 }) });
  if (!parsed.success) throw badRequest('bad_query', problemsOf(parsed.error));
  return parsed.data;
}
