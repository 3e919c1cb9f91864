import type { ServiceIdentifier } from 'inversify';

type TokensOf<Services extends object> = { readonly [Name in keyof Services]: ServiceIdentifier<Services[Name]> };

type Injection<Services> = [build: (...services: unknown[]) => Services, tokens: ServiceIdentifier<unknown>[]];

/** The arguments of `toResolvedValue` for an object with one service per name. */
export function injectByName<Services extends object>(tokens: TokensOf<Services>): Injection<Services> {
  const names = Object.keys(tokens);
  const build = (...services: unknown[]): Services =>
    Object.fromEntries(names.map((name, index) => [name, services[index]])) as Services;
  return [build, Object.values<ServiceIdentifier<unknown>>(tokens)];
}
