import { parse } from 'node:querystring';
import type { Context } from 'koa';
import { z } from 'zod';
import { BoundedCache } from '../../../limits/bounded-cache.ts';
import { badQuery } from '../errors/rejection.ts';
import { describeQueryIssue, problemsOf } from './describe-issue.ts';

/** Reads the query and validates it. An unknown, invalid or repeated parameter is an error, never ignored. */
export function readQuery<Schema extends z.ZodType>(ctx: Context, schema: Schema): z.output<Schema> {
  return parseQuery(ctx.querystring, schema);
}

export const noQuery = z.strictObject({});

/** Rejects a query, for operations that take none. */
export function rejectQuery(ctx: Context): void {
  if (ctx.req.url?.includes('?')) readQuery(ctx, noQuery);
}

/** Programs send the same few short query strings all day. */
const CACHED_MAX = 200;
const CACHED_CHARACTERS_MAX = 200;

/** Parses query strings, and caches the result for the next request with the same one. */
export function queryReader<Schema extends z.ZodType, Result>(
  schema: Schema,
  toResult: (query: z.output<Schema>) => Result,
): (ctx: Context) => Result {
  const read = cachedParser(schema, toResult);
  return ({ querystring }) => read(querystring);
}

/** A cursor that is written without escapes, as clients send what they got. */
const CURSOR = /(?:^|&)cursor=([\w-]{1,1000})(?=&|$)/;
const MAY_CONTAIN_CURSOR = /cursor|%/;

/**
 * The same for a list that is read page by page: its query stays the same, but each page has another cursor. So only the
 * rest of the query is cached, and `continueAt` adds the cursor.
 */
export function pageReader<Schema extends z.ZodType, Result>(
  schema: Schema,
  toResult: (query: z.output<Schema>) => Result,
  continueAt: (firstPage: Result, cursor: string) => Result,
): (ctx: Context) => Result {
  const read = cachedParser(schema, toResult);
  return ({ querystring }) => {
    const [parameter = '', cursor] = CURSOR.exec(querystring) ?? [];
    const rest = querystring.replace(parameter, '');
    if (cursor === undefined || MAY_CONTAIN_CURSOR.test(rest)) return read(querystring);
    return continueAt(read(rest), cursor);
  };
}

function cachedParser<Schema extends z.ZodType, Result>(
  schema: Schema,
  toResult: (query: z.output<Schema>) => Result,
): (querystring: string) => Result {
  const cache = new BoundedCache<Result>(CACHED_MAX);
  return (querystring) => {
    const cached = cache.get(querystring);
    if (cached !== undefined) return cached;
    const result = toResult(parseQuery(querystring, schema));
    if (querystring.length <= CACHED_CHARACTERS_MAX) cache.set(querystring, result);
    return result;
  };
}

function parseQuery<Schema extends z.ZodType>(querystring: string, schema: Schema): z.output<Schema> {
  // Koa's own `ctx.query` loses parameters whose names are special in JavaScript: `?constructor`, `?__proto__=1`.
  const query = { ...parse(querystring, '&', '=', { maxKeys: 0 }) };
  const parsed = schema.safeParse(query, { error: describeQueryIssue });
  if (!parsed.success) throw badQuery(problemsOf(parsed.error, 'parameter'));
  return parsed.data;
}
