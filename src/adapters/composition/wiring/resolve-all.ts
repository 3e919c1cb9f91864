import type { ResolutionContext, ServiceIdentifier } from 'inversify';

/** For those who want many things under names: what is bound to each token. */
export function resolveAll<Bound extends object>(
  context: ResolutionContext,
  wanted: { readonly [Name in keyof Bound]: ServiceIdentifier<Bound[Name]> },
): Bound {
  const entries = Object.entries<ServiceIdentifier<unknown>>(wanted);
  return Object.fromEntries(entries.map(([name, token]) => [name, context.get(token)])) as Bound;
}
