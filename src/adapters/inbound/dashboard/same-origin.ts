import type { Context, Middleware } from 'koa';
import { Rejection } from '../http/errors/rejection.ts';

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets only our own pages change anything. Browsers say where a request comes from in `Sec-Fetch-Site`;
 * on plain http they leave that out and there is `Origin`. A request with neither is not from a page of ours.
 */
export function sameOrigin(publicUrl: () => string): Middleware {
  return async function sameOrigin(ctx, next) {
    if (!HARMLESS.has(ctx.method) && !isFromHere(ctx, publicUrl())) throw new Rejection(403, 'cross_origin');
    await next();
  };
}

function isFromHere(ctx: Context, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';

  const origin = ctx.get('Origin');
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // A proxy may have changed the host; then the origin is the one of the public address.
  return isHost(ctx.get('Host'), protocol, host) || origin === new URL(publicUrl).origin;
}

/** With or without the port that goes without saying. */
function isHost(header: string, protocol: string, host: string): boolean {
  const address = `${protocol}//${header}`;
  return header !== '' && URL.canParse(address) && new URL(address).host === host;
}
