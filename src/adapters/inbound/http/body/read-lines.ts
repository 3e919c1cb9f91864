import { busy, Rejection } from '../errors/rejection.ts';
import type { RequestContext } from '../request/request-state.ts';
import { ARRIVAL_LIMITS, type ArrivalLimits, arrivalMsMax, BodyBuffer } from './body-buffer.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

// No two runs of spaces are adjacent, as in the pattern for JSON, so a header full of them is rejected in linear time.
const NDJSON_MEDIA_TYPE = /^application\/x-ndjson(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?$/i;

export const sendsLines = (ctx: RequestContext): boolean =>
  NDJSON_MEDIA_TYPE.test(ctx.get('Content-Type')) && /^(?:identity)?$/i.test(ctx.get('Content-Encoding'));

export interface Line {
  /** Line number, from 1. */
  readonly number: number;
  /** Undefined if the line is too long. */
  readonly bytes: Uint8Array | undefined;
}

/** Ends the reading in the middle of a line, which was not read. */
export class UnfinishedLine extends Rejection {
  constructor(
    readonly line: number,
    { code, extras }: Rejection,
  ) {
    super(code, extras);
  }
}

const LINE_FEED = 0x0a;

/**
 * Reads a body line by line, no faster than the lines are consumed, holding one of them at a time. Empty lines are left out.
 * A line that does not arrive in time, or for which there is no memory, ends the reading. Between lines, a client may pause.
 */
export async function* readLines(
  ctx: RequestContext,
  bytesMax: number,
  arrival: ArrivalLimits = ARRIVAL_LIMITS,
): AsyncGenerator<Line, void> {
  const chunks = chunksOf(ctx);
  const line = new ArrivingLine(ctx, bytesMax, arrival);
  for (let next = await line.receive(chunks); !next.done; next = await line.receive(chunks)) {
    const chunk = next.value;
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      line.append(chunk.subarray(from, end));
      if (!line.isEmpty) yield line.take();
      line.startNext();
      from = end + 1;
    }
    line.append(chunk.subarray(from));
  }
  if (!line.isEmpty && !ctx.req.errored) yield line.take();
  line.startNext();
}

/** The part of the current line that has been received. */
class ArrivingLine {
  #number = 1;
  #bytes = 0;
  #buffer = new BodyBuffer();
  /** Waiting time while a part of the line was held and nothing arrived: the lines before it may take long. */
  #waitedMs = 0;

  constructor(
    private readonly ctx: RequestContext,
    private readonly bytesMax: number,
    private readonly arrival: ArrivalLimits,
  ) {}

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  async receive(chunks: AsyncGenerator<Buffer, void>): Promise<IteratorResult<Buffer, void>> {
    if (this.isEmpty) return chunks.next();
    const startedAt = performance.now();
    const next = await within(chunks.next(), arrivalMsMax(this.#bytes, this.arrival) - this.#waitedMs);
    if (next === TOO_LATE) throw new UnfinishedLine(this.#number, new Rejection('request_timeout'));
    this.#waitedMs += performance.now() - startedAt;
    return next;
  }

  append(part: Uint8Array): void {
    const { state } = this.ctx;
    this.#bytes += part.length;
    if (this.#bytes > this.bytesMax) {
      this.#buffer = new BodyBuffer();
      state.limits.bodies.release(state);
    } else if (!state.limits.bodies.reserve(state, part.length)) throw new UnfinishedLine(this.#number, busy());
    else this.#buffer.append(part);
  }

  take(): Line {
    return { number: this.#number, bytes: this.#bytes > this.bytesMax ? undefined : this.#buffer.join() };
  }

  startNext(): void {
    this.ctx.state.limits.bodies.release(this.ctx.state);
    this.#buffer = new BodyBuffer();
    this.#number += 1;
    this.#bytes = 0;
    this.#waitedMs = 0;
  }
}

/** Ends early if the client disconnects: there is nobody to report a failure to. */
async function* chunksOf({ req }: RequestContext): AsyncGenerator<Buffer, void> {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (!req.errored) throw error;
  }
}

const TOO_LATE = Symbol('too late');

async function within<Result>(result: Promise<Result>, ms: number): Promise<Result | typeof TOO_LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof TOO_LATE>();
  const timer = setTimeout(resolve, ms, TOO_LATE);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
