import type { RequestContext, RequestState } from '../request/request-state.ts';

/** The headers of every response, names and values in turn. */
export function commonHeaders({ requestId, cacheControl, vary }: RequestState): string[] {
  const headers = [
    'X-Request-Id',
    requestId,
    'X-Content-Type-Options',
    'nosniff',
    // No other site may embed our responses. Origins that may call the API use CORS, which this does not affect.
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Cache-Control',
    cacheControl,
  ];
  if (vary !== undefined) headers.push('Vary', vary);
  return headers;
}

/** Sets the headers of a response that is not sent in one piece. Keeps what the handler has set. */
export function setCommonHeaders({ res, state }: RequestContext): void {
  for (const [name, value] of inPairs(commonHeaders({ ...state, vary: undefined }))) {
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  // An existing value comes from CORS or from the handler.
  if (state.vary !== undefined) res.setHeader('Vary', [state.vary, res.getHeader('Vary') ?? []].flat().join(', '));
}

export function* inPairs(headers: readonly string[]): Iterable<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < headers.length; at += 2) yield [headers[at] ?? '', headers[at + 1] ?? ''];
}
