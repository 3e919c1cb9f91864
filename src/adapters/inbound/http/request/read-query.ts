import { parse } from 'node:querystring';
import type { Context, Next } from 'koa';
import { z } from 'zod';
import { badRequest } from '../errors/rejection.ts';
import { problemsOf } from './read-json.ts';

/** The query as the schema wants it. A parameter that is unknown, wrong or given twice is a mistake, never ignored. */
export function readQuery<Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> {
  return parsedQuery(ctx.querystring, schema);
}

export const noQuery = z.strictObject({});

/** Where no query is taken: `DELETE …?version=3` means one version to whoever writes it, and must not cost them all. */
export function refuseQuery(ctx: Context): void {
  if (ctx.req.url?.includes('?')) readQuery(ctx, noQuery);
}

/** The same before a whole route. */
export function withoutQuery(ctx: Context, next: Next): Promise<unknown> {
  refuseQuery(ctx);
  return next();
}

/** Programs ask the same few questions all day; a longer one than this is none of them. */
const KNOWN_MAX = 200;
const KNOWN_CHARACTERS_MAX = 200;

/** Reads what a query means, and remembers it for those who ask again in the same words. */
export function queryReader<Schema extends z.ZodType, Meaning>(
  schema: Schema,
  meaningOf: (query: z.output<Schema>) => Meaning,
): (ctx: Context) => Meaning {
  const known = new Map<string, Meaning>();
  return (ctx) => {
    const { querystring } = ctx;
    const remembered = known.get(querystring);
    if (remembered !== undefined) return remembered;
    const meaning = meaningOf(parsedQuery(querystring, schema));
    if (querystring.length <= KNOWN_CHARACTERS_MAX) {
      if (known.size === KNOWN_MAX) known.clear();
      known.set(querystring, meaning);
    }
    return meaning;
  };
}

function parsedQuery<Schema extends z.ZodType>(querystring: string, schema: Schema): z.output<Schema> {
  // Koa's own `ctx.query` loses parameters whose name means something to JavaScript: `?constructor`, `?__proto__=1`.
  const parsed = schema.safeParse({ ...parse(querystring, '&', '=', { maxKeys: 0 }) });
  if (!parsed.success) throw badRequest('bad_query', problemsOf(parsed.error));
  return parsed.data;
}
