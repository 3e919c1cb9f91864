import { networksOf } from '../throttling/client-network.ts';

export const callerCollections = ['full', 'masked', 'off'] as const;
/** How callers are stored: with their addresses, with their networks only, or not at all. */
export type CallerCollection = (typeof callerCollections)[number];

/** The network of an address: an IPv4 /24 or an IPv6 /48, such as `10.0.0.0/24` or `2001:db8:1::/48`. */
export const maskAddress = (address: string): string => networksOf(address).region.replace(/(?::?\b0)+::\//, '::/');

/** The text to store instead of an address. */
export const addressToStore = (address: string, collection: CallerCollection): string =>
  collection === 'masked' ? maskAddress(address) : address;

/** Only networks contain a slash. The callers beyond the limit have no address. */
export const isNetwork = (address: string): boolean => address.includes('/');

/** Whether a stored caller with this address could have been stored under this setting. */
export function isStorable(address: string, collection: CallerCollection): boolean {
  if (collection === 'off') return false;
  return address === '' || isNetwork(address) === (collection === 'masked');
}
