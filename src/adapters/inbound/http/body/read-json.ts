import { z } from 'zod';
import { runInTurns, UNLIMITED } from '../../../../application/ports/execution.ts';
import { runSteps, type Steps } from '../../../../domain/steps.ts';
import { countJson, JSON_VALUES_MAX } from '../../../../domain/text/count-json.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { parseExactJson, parseJson } from '../../../../domain/text/parse-json.ts';
import { printBytes, printText } from '../errors/printed-text.ts';
import { busy, invalid, Rejection } from '../errors/rejection.ts';
import { describeIssue, problemsOf } from '../request/describe-issue.ts';
import { findUnsafeJson, mayBeUnsafe } from '../request/json-safety.ts';
import { type AccountState, extendDeadline, type RequestContext } from '../request/request-state.ts';
import { BodyBuffer } from './body-buffer.ts';
import { waitForLargeBody } from './large-bodies.ts';
import { rejectInvalidUtf8, rejectMalformedJson } from './malformed-json.ts';

export const AUTH_BODY_BYTES_MAX = 4 * 1024;
export const BODY_BYTES_MAX = 1024 * 1024;

/** Limits of a JSON text, besides its size in bytes. */
export interface JsonLimits {
  readonly valuesMax: number;
  readonly depthMax: number;
  /** Takes integers as JSON.parse rounds them. Exports have those of versions that were published so. */
  readonly roundsIntegers?: true;
}

const ORDINARY: JsonLimits = { valuesMax: JSON_VALUES_MAX, depthMax: JSON_DEPTH_MAX };
/** Up to this depth, a text is parsed to report where it is nested too deeply. */
const PARSED_DEPTH_MAX = 1000;

/** Reads the body and validates it. One rejection reports all problems. */
export async function readJson<Schema extends z.ZodType>(
  ctx: RequestContext,
  schema: Schema,
  bytesMax: number,
  limits: JsonLimits = ORDINARY,
): Promise<z.output<Schema>> {
  return checkReceived(ctx, await readJsonBytes(ctx, bytesMax), schema, limits);
}

/** Lets requests of other accounts be handled in between, if the body is large. */
async function checkReceived<Schema extends z.ZodType>(
  ctx: RequestContext,
  bytes: Uint8Array,
  schema: Schema,
  limits: JsonLimits,
): Promise<z.output<Schema>> {
  const { account } = ctx.state as Partial<AccountState>;
  const waiting = waitForLargeBody(account?.id ?? '', bytes.length);
  if (!waiting) return checkBody(bytes, schema, limits);
  await waiting;
  const { turns } = ctx.state.limits.heavyWork;
  return runInTurns(checkInSteps(bytes, schema, limits), { ...UNLIMITED, nextTurn: () => turns.next() });
}

/** Reads the body without parsing it. */
export function readJsonBytes(ctx: RequestContext, bytesMax: number): Promise<Uint8Array> {
  requireJson(ctx);
  return receiveBody(ctx, bytesMax);
}

/** Reads the body of a request that may come without one: then it has no fields. */
export async function readOptionalJson<Schema extends z.ZodType>(
  ctx: RequestContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await receiveBody(ctx, BODY_BYTES_MAX);
  if (bytes.length === 0) return checkFields({}, schema);
  requireJson(ctx);
  return checkReceived(ctx, bytes, schema, ORDINARY);
}

const noFields = z.strictObject({});

/** Reads the body of a request that takes no fields: it may be missing, but is not ignored. */
export async function readNoFields(ctx: RequestContext): Promise<void> {
  await readOptionalJson(ctx, noFields);
}

export const checkBody = <Schema extends z.ZodType>(
  bytes: Uint8Array,
  schema: Schema,
  limits: JsonLimits,
): z.output<Schema> => runSteps(checkInSteps(bytes, schema, limits));

/** Other requests are handled between the parts that take long for a large body, and before its fields are used. */
function* checkInSteps<Schema extends z.ZodType>(
  bytes: Uint8Array,
  schema: Schema,
  { valuesMax, depthMax, roundsIntegers }: JsonLimits,
): Steps<z.output<Schema>> {
  yield;
  const { values, depth } = countJson(bytes, valuesMax);
  if (values > valuesMax) throw invalid([{ path: '', problem: 'too-many', text: `has more than ${valuesMax} values` }]);
  if (depth > PARSED_DEPTH_MAX) {
    throw invalid([{ path: '', problem: 'too-deep', text: `is nested deeper than ${depthMax} levels` }]);
  }
  const text = decode(bytes);
  yield;
  const body = parse(text, roundsIntegers ? parseJson : parseExactJson);
  yield;
  const problems = depth > depthMax || mayBeUnsafe(text) ? findUnsafeJson(body, depthMax) : [];
  if (problems.length > 0) throw invalid(problems);
  yield;
  const fields = checkFields(body, schema);
  yield;
  return fields;
}

function checkFields<Schema extends z.ZodType>(body: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: describeIssue });
  if (!parsed.success) throw invalid(problemsOf(parsed.error));
  return parsed.data;
}

// No two runs of spaces are adjacent, so that a header full of them is rejected in linear time. Node trims the end.
const JSON_MEDIA_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?$/i;

function requireJson(ctx: RequestContext): void {
  const encoding = ctx.get('Content-Encoding');
  const isReadable = encoding === '' || encoding.toLowerCase() === 'identity';
  // An empty body needs no Content-Type: it is rejected as malformed JSON instead.
  const isJson = JSON_MEDIA_TYPE.test(ctx.get('Content-Type')) || isEmpty(ctx);
  if (!isReadable) throw unsupported(`The body has the encoding ${printText(encoding)}. Send it uncompressed.`);
  if (!isJson) throw unsupported(describeMediaType(ctx.get('Content-Type')));
}

const unsupported = (sentence: string): Rejection => new Rejection('unsupported_media_type', { sentence });

const describeMediaType = (type: string): string =>
  type === ''
    ? 'The request has no Content-Type. Send the body as application/json.'
    : `The body has the type ${printText(type)}. Send it as application/json.`;

const isEmpty = (ctx: RequestContext): boolean =>
  ctx.req.headers['transfer-encoding'] === undefined && Number(ctx.req.headers['content-length'] ?? 0) === 0;

/** Reads the body, or returns it again. */
export async function receiveBody(ctx: RequestContext, bytesMax: number): Promise<Uint8Array> {
  ctx.state.body ??= await readBody(ctx, bytesMax);
  return ctx.state.body;
}

/** Reads with events, because iterating over a request costs more than parsing a small body. */
function readBody(ctx: RequestContext, bytesMax: number): Promise<Uint8Array> {
  const { req, state } = ctx;
  // Reject a body before it arrives, if the client announces its size. Node discards what the client sends anyway.
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  // A small body comes in one piece with its headers, which Node parses in the same turn of the event loop.
  const nextTurn = setImmediate(() => {
    if (!req.complete) state.isBodyLate = true;
  });
  return new Promise((resolve, reject) => {
    let body = new BodyBuffer();
    let bytes = 0;
    /** Keeps nothing: a request lives as long as its client likes to send, and its listeners with it. */
    const take = (): BodyBuffer => {
      const received = body;
      body = new BodyBuffer();
      return received;
    };
    const stop = (rejection: Rejection): void => {
      req.off('data', receive);
      take();
      // Discard the rest: a client that sends everything before it reads would never read the response otherwise.
      req.resume();
      reject(rejection);
    };
    const receive = (chunk: Uint8Array): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) stop(tooLarge(bytesMax));
      else if (!state.limits.bodies.reserve(state, chunk.length)) stop(busy());
      else body.append(chunk);
    };
    // A client that disconnects midway gets no response anyway; it must not look like our failure.
    const stopIncomplete = (): void => {
      if (!req.readableEnded) stop(new Rejection('body_incomplete'));
    };
    // The client may have disconnected while its key was looked up.
    if (req.destroyed) return stopIncomplete();
    req.on('data', receive);
    req.once('end', () => {
      clearImmediate(nextTurn);
      // The time that the client takes to send its body does not count.
      extendDeadline(ctx);
      resolve(take().join());
    });
    req.once('error', stopIncomplete);
    req.once('close', stopIncomplete);
  });
}

export const tooLarge = (bytesMax: number, subject = 'body'): Rejection =>
  new Rejection('body_too_large', { sentence: `The ${subject} is larger than ${printBytes(bytesMax)}.` });

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(text: string, parseText: (text: string) => unknown): unknown {
  try {
    return parseText(text);
  } catch {
    throw rejectMalformedJson(text);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw rejectInvalidUtf8();
  }
}
