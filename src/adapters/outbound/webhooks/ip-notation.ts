import { isIP } from 'node:net';

/**
 * An address in the one notation that addresses are compared in: without a zone, IPv6 shortened as in URLs, and an IPv4
 * address in IPv6 notation (`::ffff:10.0.0.1`) as IPv4. What is no address is returned without its zone.
 */
export function canonicalAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) !== 6) return plain;
  const canonical = shortened(plain);
  const groups = groupsOf(canonical);
  return hasPrefix(groups, [0, 0, 0, 0, 0, 0xffff]) ? dotted(groups[6], groups[7]) : canonical;
}

/** The IPv4 addresses that a canonical IPv6 address stands for: translators and tunnels send what arrives there on to them. */
export function embeddedAddresses(canonical: string): readonly string[] {
  if (isIP(canonical) !== 6) return [];
  const groups = groupsOf(canonical);
  const [, first, second, third, , , high = 0, low = 0] = groups;
  // 6to4.
  if (hasPrefix(groups, [0x2002])) return [dotted(first, second)];
  // Teredo: the server, and the client with its bits inverted.
  if (hasPrefix(groups, [0x2001, 0])) return [dotted(second, third), dotted(high ^ 0xffff, low ^ 0xffff)];
  const embedsLast = LAST_32_BITS.some((prefix) => hasPrefix(groups, prefix));
  // :: and ::1 embed nothing.
  return embedsLast && high !== 0 ? [dotted(high, low)] : [];
}

/** IPv4-compatible, IPv4-translated, and NAT64 with the well-known and the local prefix. */
const LAST_32_BITS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x64, 0xff9b, 1],
];

const shortened = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of 16 bits of a shortened IPv6 address. */
function groupsOf(shortened: string): readonly number[] {
  const [head = '', tail = ''] = shortened.split('::');
  const [before, after] = [parseGroups(head), parseGroups(tail)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const parseGroups = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const hasPrefix = (groups: readonly number[], prefix: readonly number[]): boolean =>
  prefix.every((group, index) => groups[index] === group);

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
