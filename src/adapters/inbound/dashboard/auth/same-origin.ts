import { Rejection } from '../../http/errors/rejection.ts';
import type { RequestContext } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets only our own pages change anything. Browsers send `Sec-Fetch-Site`, or on plain http only `Origin`.
 * A request with neither does not come from our pages.
 */
export const requireSameOrigin =
  (publicUrl: () => string) =>
  (handle: Handle): Handle =>
    function requireSameOrigin(ctx) {
      if (!SAFE_METHODS.has(ctx.method) && !isSameOrigin(ctx, publicUrl())) throw new Rejection('cross_origin');
      return handle(ctx);
    };

function isSameOrigin(ctx: RequestContext, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';

  const origin = ctx.get('Origin');
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // A proxy may have changed the host; then the origin must be that of the public URL.
  return isHost(ctx.get('Host'), protocol, host) || origin === new URL(publicUrl).origin;
}

/** Compares hosts with or without the default port. */
function isHost(header: string, protocol: string, host: string): boolean {
  const address = `${protocol}//${header}`;
  return header !== '' && URL.canParse(address) && new URL(address).host === host;
}
