import type { Middleware } from 'koa';
import { printText } from '../../http/errors/printed-text.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import type { RequestState } from '../../http/request/request-state.ts';

interface CallerSettings {
  readonly publicUrl: () => string;
  readonly corsOrigins: readonly string[];
}

const METHODS = ['GET', 'POST'];
const ALLOW = { Allow: METHODS.join(', ') };
const EVENT_STREAM = 'text/event-stream';

/** Rejects, before any key is looked up, what no MCP client sends, and what pages of other sites make browsers send. */
export const checkCaller = (path: string, settings: CallerSettings): Middleware<RequestState> => {
  return function checkCaller(ctx, next) {
    if (ctx.path !== path && ctx.path !== `${path}/`) return next();
    const origin = ctx.get('Origin');
    if (origin !== '' && !isOwnOrigin(origin, settings)) {
      const sentence = `Pages of ${printText(origin)} may not use MCP. The operator can allow them with http.corsOrigins.`;
      throw new Rejection('cross_origin', { sentence });
    }
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    const isServed = isReading ? ctx.get('Accept').includes(EVENT_STREAM) : METHODS.includes(ctx.method);
    if (!isServed) throw methodNotAllowed();
    return next();
  };
};

const methodNotAllowed = (): Rejection =>
  new Rejection('method_not_allowed', {
    sentence: 'MCP clients send POST, or GET with Accept: text/event-stream.',
    headers: ALLOW,
  });

const isOwnOrigin = (origin: string, { publicUrl, corsOrigins }: CallerSettings): boolean =>
  origin === new URL(publicUrl()).origin || corsOrigins.includes(origin);
