import { nearest } from '../../../text/nearest-name.ts';
import { printList, printText } from '../errors/printed-text.ts';
import { Rejection } from '../errors/rejection.ts';
import { adviseEncoded, encodeAllBelowPrompts, encodeNameIn } from '../errors/unencoded-name.ts';
import type { RequestContext } from '../request/request-state.ts';

/** The paths without parameters. */
export interface KnownPaths {
  readonly served: readonly string[];
  /** Paths that the configuration turns off. */
  readonly absent: readonly string[];
}

/** The methods that some route for the path has, of all tables that were searched so far. */
export const methodsServed = ({ state, path }: RequestContext): readonly string[] =>
  [...new Set(state.searched?.flatMap((routes) => routes.methodsAt(path)))].sort();

/** Last in the chain: the path is unknown, or known for other methods. */
export function respondUnmatched(known: KnownPaths): (ctx: RequestContext) => void {
  return function respondUnmatched(ctx) {
    const allowed = methodsServed(ctx);
    if (allowed.length === 0) throw new Rejection('not_found', { sentence: describeUnknown(ctx.path, known) });

    const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
    if (ctx.method !== 'OPTIONS') {
      throw new Rejection('method_not_allowed', { sentence: describeMethod(ctx, allowed), headers });
    }
    ctx.set(headers);
    ctx.status = 204;
  };
}

function describeUnknown(path: string, { served, absent }: KnownPaths): string {
  if (absent.includes(path)) return `${path} is turned off in the configuration of this server.`;
  const problem = `There is nothing at ${printText(path)}.`;
  const encoded = encodeNameIn(path);
  if (encoded !== undefined) return `${problem} ${adviseEncoded(encoded)}`;
  const meant = nearest(path, served);
  return meant === undefined ? problem : `${problem} Did you mean ${meant}?`;
}

function describeMethod({ method, path }: RequestContext, allowed: readonly string[]): string {
  const problem = `${printText(path)} does not take ${printText(method)}; use ${printList(allowed, 'or')}.`;
  const encoded = encodeAllBelowPrompts(path);
  return encoded === undefined ? problem : `${problem} If all of it is a name, write it as ${printText(encoded)}.`;
}
