import { parse } from 'node:querystring';
import type { Context } from 'koa';
import type { z } from 'zod';
import { badRequest } from './errors.ts';
import { unwholesome } from './json-hygiene.ts';
import { problemsOf } from './read-json.ts';

/** The query as the schema wants it. A parameter that is unknown, wrong or given twice is a mistake, never ignored. */
export function readQuery<Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> {
  // Koa's own `ctx.query` loses parameters that have a name of JavaScript's, such as `?constructor`; the schema loses `__proto__`.
  const query = { ...parse(ctx.querystring, '&', '=', { maxKeys: 0 }) };
  const problems = unwholesome(query);
  if (problems.length > 0) throw badRequest('bad_query', problems);
  const parsed = schema.safeParse(query);
  if (!parsed.success) throw badRequest('bad_query', problemsOf(parsed.error));
  return parsed.data;
}
