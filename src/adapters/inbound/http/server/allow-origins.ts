import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { RequestState } from '../request/request-state.ts';

const EXPOSED_HEADERS = ['ETag', 'Link', 'Location', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];
const PREFLIGHT_SECONDS = 600;

/** Lets pages of these origins call what is at and below a path. No other origin may call the dashboard. */
export function allowOrigins(allowed: readonly string[], path: string): Middleware<RequestState> {
  const origins = new Set(allowed);
  const below = `${path}/`;
  const allow = cors({
    origin: (ctx) => (origins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false,
  });
  return (ctx, next) => (ctx.path === path || ctx.path.startsWith(below) ? allow(ctx, next) : next());
}
