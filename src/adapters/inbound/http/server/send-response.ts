import type { ReadyResponse, RequestContext } from '../request/request-state.ts';
import { commonHeaders, inPairs, setCommonHeaders } from '../response/common-headers.ts';

/** Sends the response if it is ready. Otherwise Koa or a stream sends it, with the headers completed here. */
export function sendResponse(ctx: RequestContext): void {
  if (ctx.res.headersSent) return;
  const { response } = ctx.state;
  if (response) sendInOnePiece(ctx, response);
  else setCommonHeaders(ctx);
}

/**
 * Passes status, headers and body to Node.js at once. Koa would set one header after the other and look at the body
 * again, which takes longer than all else that we do for a small response.
 */
function sendInOnePiece(ctx: RequestContext, { headers, body }: ReadyResponse): void {
  const { res, state } = ctx;
  ctx.respond = false;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const own = body === undefined ? headers : [...headers, 'Content-Length', String(bytes)];
  if (res.getHeaderNames().length === 0) {
    res.writeHead(res.statusCode, [...commonHeaders(state), ...own]);
  } else {
    // Keep the headers that are set already, such as those of CORS.
    setCommonHeaders(ctx);
    for (const [name, value] of inPairs(own)) res.setHeader(name, value);
  }
  // ASCII is the same in both encodings. Node.js copies Latin-1 as it is, but reserves three bytes per character for UTF-8.
  res.end(body, bytes === body?.length ? 'latin1' : 'utf8');
}
