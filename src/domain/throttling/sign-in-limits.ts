import type { FailureLimit } from './address-failures.ts';
import { networksOf } from './client-network.ts';

const MINUTE_MS = 60 * 1000;

export interface SignInLimits {
  readonly network: string;
  /** Failures in an hour, whatever the e-mail. */
  readonly failuresMax: number;
  /** Failures with one e-mail. */
  readonly perEmail: FailureLimit;
}

/** The limits for the networks of an address, narrowest first. */
export function signInLimits(address: string): readonly SignInLimits[] {
  const { host, site, region } = networksOf(address);
  const narrowest = { network: host, failuresMax: 100, perEmail: perFiveMinutes(5) };
  // An IPv4 network around an address belongs to many customers.
  if (site === host) return [narrowest];
  return [
    narrowest,
    { network: site, failuresMax: 150, perEmail: perFiveMinutes(10) },
    { network: region, failuresMax: 200, perEmail: perFiveMinutes(20) },
  ];
}

const perFiveMinutes = (failuresMax: number): FailureLimit => ({ failuresMax, windowMs: 5 * MINUTE_MS });

/** Exceeds the limit of other addresses: neither typos nor another client at this address should lock the owner out. */
export const knownAddressLimit: FailureLimit = { failuresMax: 30, windowMs: 60 * MINUTE_MS };

/** How many accounts may be opened in an hour from the networks of an address. */
export function signUpLimits(address: string, perSite: number) {
  const { site, region } = networksOf(address);
  return [
    { network: site, signUpsMax: perSite },
    { network: region, signUpsMax: 3 * perSite },
  ];
}
