const GROUPS = 8;
const GROUP_BITS = 16;

/** The networks that an address belongs to. One customer gets a whole IPv6 /64, /56 or /48, so a single address says little. */
export interface ClientNetworks {
  /** An IPv4 address, or an IPv6 /64. */
  readonly host: string;
  /** The network that one customer usually has: an IPv4 address, or an IPv6 /56. */
  readonly site: string;
  /** An IPv4 /24, or an IPv6 /48. */
  readonly region: string;
}

export function networksOf(address: string): ClientNetworks {
  if (!address.includes(':')) {
    const region = address === '' ? '' : `${address.split('.').slice(0, 3).join('.')}.0/24`;
    return { host: address, site: address, region };
  }
  const groups = groupsOf(address);
  return { host: prefix(groups, 64), site: prefix(groups, 56), region: prefix(groups, 48) };
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const before = parseGroups(head);
  const after = tail === undefined ? [] : parseGroups(tail);
  const zeros = Array<number>(Math.max(0, GROUPS - before.length - after.length)).fill(0);
  return [...before, ...zeros, ...after];
}

const parseGroups = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

function prefix(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / GROUP_BITS));
  const unused = kept.length * GROUP_BITS - bits;
  const masked = kept.map((group, index) => (index === kept.length - 1 ? (group >> unused) << unused : group));
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
