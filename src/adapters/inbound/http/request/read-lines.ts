import { busy } from '../errors/rejection.ts';
import { BodyBuffer } from './body-buffer.ts';
import type { RequestContext } from './request-state.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

// As for JSON: no two runs of spaces are adjacent, so that a header full of them is rejected in linear time.
const NDJSON_MEDIA_TYPE = /^application\/x-ndjson(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?$/i;

export const sendsLines = (ctx: RequestContext): boolean =>
  NDJSON_MEDIA_TYPE.test(ctx.get('Content-Type')) && /^(?:identity)?$/i.test(ctx.get('Content-Encoding'));

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Undefined if the line is too long. */
  readonly bytes: Uint8Array | undefined;
}

const LINE_FEED = 0x0a;

/** Reads a body line by line, no faster than the lines are consumed, holding one of them at a time. Empty lines are left out. */
export async function* readLines(ctx: RequestContext, bytesMax: number): AsyncGenerator<Line, void> {
  const { limits } = ctx.state;
  let line = new BodyBuffer();
  let number = 1;
  let bytes = 0;
  const append = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > bytesMax) line = new BodyBuffer();
    else if (!limits.memory.reserve(ctx.state, part.length)) throw busy();
    else line.append(part);
  };
  const take = (): Line => ({ number, bytes: bytes > bytesMax ? undefined : line.join() });
  const startNext = (): void => {
    limits.memory.release(ctx.state);
    line = new BodyBuffer();
    number += 1;
    bytes = 0;
  };
  for await (const chunk of chunksOf(ctx)) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      append(chunk.subarray(from, end));
      if (bytes > 0) yield take();
      startNext();
      from = end + 1;
    }
    append(chunk.subarray(from));
  }
  if (bytes > 0 && !ctx.req.errored) yield take();
  startNext();
}

/** Ends early if the client disconnects: there is nobody to report a failure to. */
async function* chunksOf({ req }: RequestContext): AsyncIterable<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (!req.errored) throw error;
  }
}
