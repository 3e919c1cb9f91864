import { Readable } from 'node:stream';
import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
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
    // A reset key ends a response as it should; everything else is a failure of ours.
    if (!(error instanceof CredentialRetired)) ctx.state.failure = error;
    throw error;
  }
}

/** Small enough to be sent without delay, large enough that an export does not consist of millions of writes. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The first text is a chunk of its own, so that the client gets the beginning of the response without delay. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
  let chunk = '';
  let charactersMin = 0;
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < charactersMin) continue;
    yield Buffer.from(chunk);
    chunk = '';
    charactersMin = CHUNK_CHARACTERS;
  }
  yield Buffer.from(chunk);
}
