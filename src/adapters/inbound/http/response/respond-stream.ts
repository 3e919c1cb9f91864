import { Readable } from 'node:stream';
import type { RequestContext } from '../request/request-state.ts';

/**
 * Responds with chunks that are produced while they are sent, no faster than the client reads them. A failure after the
 * first chunk cannot become an error response anymore: the connection is closed, and the failure is logged.
 */
export function respondStream(ctx: RequestContext, contentType: string, chunks: AsyncIterable<Buffer>): void {
  ctx.set('Content-Type', contentType);
  ctx.body = Readable.from(noteFailure(ctx, chunks));
}

async function* noteFailure(ctx: RequestContext, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    ctx.state.failure = error;
    throw error;
  }
}
