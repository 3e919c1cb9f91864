import type { Context } from 'koa';
import { z } from 'zod';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import { badRequest, invalid, type Problem, Rejection } from '../errors/rejection.ts';
import { RequestsInFlight } from '../server/requests-in-flight.ts';
import { findUnsafeJson, PROBLEMS_MAX } from './json-safety.ts';

export const AUTH_BODY_BYTES_MAX = 4 * 1024;
export const BODY_BYTES_MAX = 1024 * 1024;

/** The body as the schema wants it. Everything wrong with it is answered at once, one detail for each problem. */
export async function readJson<Schema extends z.ZodType>(
  ctx: Context,
  schema: Schema,
  bytesMax: number,
  depthMax?: number,
): Promise<z.output<Schema>> {
  requireJson(ctx);
  return checked(await readBody(ctx, bytesMax), schema, depthMax);
}

/** For a request that takes no fields: it needs no body, but what comes in one is not ignored. */
export async function readNoFields(ctx: Context): Promise<void> {
  const bytes = await readBody(ctx, BODY_BYTES_MAX);
  if (bytes.length === 0) return;
  requireJson(ctx);
  checked(bytes, noFields);
}

const noFields = z.strictObject({});

function checked<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema, depthMax?: number): z.output<Schema> {
  const body = parse(bytes);
  const problems = findUnsafeJson(body, depthMax);
  if (problems.length > 0) throw invalid(problems);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(problemsOf(parsed.error));
  return parsed.data;
}

/** What zod found, in the words of the interface. */
export function problemsOf(error: z.ZodError): readonly Problem[] {
  const problems = error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, problem: issue.message }];
    const unknown = issue.keys.slice(0, PROBLEMS_MAX);
    return unknown.map((key) => ({ path: path === '' ? key : `${path}.${key}`, problem: 'is an unknown field' }));
  });
  return problems.slice(0, PROBLEMS_MAX);
}

// No two runs of spaces meet, so that a header full of them is refused in linear time. Those at the end Node has cut off.
const JSON_MEDIA_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?$/i;

function requireJson(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding');
  const readable = encoding === '' || encoding.toLowerCase() === 'identity';
  // An empty body is judged as JSON, which it is not, rather than by the header it has no use for.
  const typed = JSON_MEDIA_TYPE.test(ctx.get('Content-Type')) || isEmpty(ctx);
  if (!readable || !typed) throw new Rejection(415, 'unsupported_media_type');
}

const isEmpty = (ctx: Context): boolean =>
  ctx.req.headers['transfer-encoding'] === undefined && Number(ctx.req.headers['content-length'] ?? 0) === 0;

async function readBody(ctx: Context, bytesMax: number): Promise<Uint8Array> {
  // Refused before it is sent, where the client says how much it has. Node discards what comes all the same.
  if (Number(ctx.req.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();

  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // What still comes is discarded: a client that sends all before it reads would otherwise never read its answer.
    ctx.req.resume();
    // A client that hangs up in the middle gets no answer anyway; it must not look like our failure.
    throw error instanceof Rejection ? error : badRequest('body_incomplete');
  }
  RequestsInFlight.bodyArrived(ctx);
  return Buffer.concat(chunks);
}

const tooLarge = (): Rejection => new Rejection(413, 'body_too_large');

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    throw badRequest('malformed_json');
  }
}
