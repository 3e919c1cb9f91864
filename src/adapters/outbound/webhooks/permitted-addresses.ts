import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that are not on the public internet, and prefixes that embed IPv4 addresses. */
const BLOCKED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
/** This machine (0.0.0.0 and :: connect to it) and the metadata services of clouds. */
const SENSITIVE = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '::/128', '::1/128'];

const blocked = listOf(BLOCKED);
const sensitive = listOf(SENSITIVE);

/** What an entry of `webhooks.allow` permits. */
export type AllowedTarget =
  | { readonly kind: 'host'; readonly name: string }
  | { readonly kind: 'ranges'; readonly ranges: readonly string[] };

export const ALLOWED_TARGET_RULE =
  'must be a host name, an address, a range such as 10.1.0.0/16, or private for RFC 1918 and fc00::/7';

/** Undefined if the entry is none of what the rule lists. */
export function parseAllowedTarget(entry: string): AllowedTarget | undefined {
  if (entry === 'private') return { kind: 'ranges', ranges: PRIVATE };
  const [address = '', prefix, ...rest] = entry.split('/');
  if (isIP(address) && !address.includes('%') && rest.length === 0) {
    const range = toRange(address, prefix);
    return range === undefined ? undefined : { kind: 'ranges', ranges: [range] };
  }
  const name = hostName(entry);
  return name === undefined ? undefined : { kind: 'host', name };
}

/** Decides which addresses webhooks may connect to. */
export class PermittedAddresses {
  private readonly ranges: BlockList;
  private readonly hosts: ReadonlySet<string>;

  /** Takes the entries of `webhooks.allow`. */
  constructor(allow: readonly string[]) {
    const targets = allow.map(parseAllowedTarget);
    this.ranges = listOf(targets.flatMap((target) => (target?.kind === 'ranges' ? target.ranges : [])));
    this.hosts = new Set(targets.flatMap((target) => (target?.kind === 'host' ? [target.name] : [])));
  }

  /** `host` is the host of the URL, and `address` one of the addresses that it resolved to, or the host itself. */
  isPermitted(host: string, address: string): boolean {
    const plain = unmap(address);
    const family = familyOf(plain);
    if (family === undefined) return false;
    if (!blocked.check(plain, family) || this.ranges.check(plain, family)) return true;
    // A name is not enough for this machine: its DNS may be controlled by someone else.
    return this.hosts.has(withoutTrailingDot(host)) && !sensitive.check(plain, family);
  }
}

/** The host of a URL without the brackets of IPv6 addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Undefined if the prefix is not one of this family. */
function toRange(address: string, prefix: string | undefined): string | undefined {
  const bitsMax = isIPv4(address) ? 32 : 128;
  const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= bitsMax)) return undefined;
  const plain = unmap(address);
  if (isIPv4(plain) && !isIPv4(address)) return bits < 96 ? undefined : `${plain}/${bits - 96}`;
  return `${plain}/${bits}`;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** Without a zone, and as IPv4 if it is an IPv4 address in IPv6 notation, however it is written. */
function unmap(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) !== 6) return plain;
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

const HOST_NAME_PATTERN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/;

/** As URLs write it; undefined if it is not only a host name. */
function hostName(entry: string): string | undefined {
  // Anything else that a URL may have would be lost in its host.
  if (/[\s/:@?#[\]\\%]/.test(entry)) return undefined;
  // URLs also accept 127.1 and 0x7f000001 as addresses, which nobody would recognize in a list.
  const { hostname = '' } = URL.parse(`http://${entry}`) ?? {};
  return isIP(hostname) === 0 && HOST_NAME_PATTERN.test(hostname) ? withoutTrailingDot(hostname) : undefined;
}

const withoutTrailingDot = (host: string): string => host.toLowerCase().replace(/\.$/, '');
