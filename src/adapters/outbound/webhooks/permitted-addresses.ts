import { BlockList, isIP, isIPv4 } from 'node:net';
import { canonicalAddress, embeddedAddresses } from './ip-notation.ts';
import { BLOCKED_RANGES, METADATA_ADDRESSES, PRIVATE_RANGES, SENSITIVE_RANGES } from './special-addresses.ts';

type Family = 'ipv4' | 'ipv6';

/** The target that an entry of `webhooks.allow` permits. */
export type AllowedTarget =
  | { readonly kind: 'host'; readonly name: string }
  | { readonly kind: 'ranges'; readonly ranges: readonly string[] };

export const ALLOWED_TARGET_RULE =
  'must be a host name, an address, a range such as 10.1.0.0/16, or private for RFC 1918 and fc00::/7';

/** Undefined if the entry is none of what the rule lists. */
export function parseAllowedTarget(entry: string): AllowedTarget | undefined {
  if (entry === 'private') return { kind: 'ranges', ranges: PRIVATE_RANGES };
  const [address = '', prefix, ...rest] = entry.split('/');
  if (isIP(address) && !address.includes('%') && rest.length === 0) {
    const range = toRange(address, prefix);
    return range === undefined ? undefined : { kind: 'ranges', ranges: [range] };
  }
  const name = hostName(entry);
  return name === undefined ? undefined : { kind: 'host', name };
}

/** Ranges of both families. One BlockList would take an IPv6 range that contains ::ffff:0:0/96 to contain all of IPv4. */
class Ranges {
  private readonly lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = familyOf(address) ?? 'ipv6';
      this.lists[family].addSubnet(address, Number(prefix), family);
    }
  }

  check(address: string, family: Family): boolean {
    return this.lists[family].check(address, family);
  }
}

const blocked = new Ranges(BLOCKED_RANGES);
const sensitive = new Ranges(SENSITIVE_RANGES);
const metadata: ReadonlySet<string> = new Set(METADATA_ADDRESSES);

/** Decides which addresses webhooks may connect to. */
export class PermittedAddresses {
  private readonly ranges: Ranges;
  /** Addresses that are listed by themselves. */
  private readonly listed: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;

  /** Takes the entries of `webhooks.allow`. */
  constructor(allow: readonly string[]) {
    const targets = allow.map(parseAllowedTarget);
    const ranges = targets.flatMap((target) => (target?.kind === 'ranges' ? target.ranges : []));
    this.ranges = new Ranges(ranges);
    this.listed = new Set(ranges.map(singleAddress).filter((address) => address !== undefined));
    this.hosts = new Set(targets.flatMap((target) => (target?.kind === 'host' ? [target.name] : [])));
  }

  /** `host` is the host of the URL, and `address` one of the addresses that it resolved to, or the host itself. */
  isPermitted(host: string, address: string): boolean {
    const canonical = canonicalAddress(address);
    const family = familyOf(canonical);
    if (family === undefined) return false;
    if (this.listed.has(canonical)) return true;
    if (metadata.has(canonical)) return false;
    if (!blocked.check(canonical, family)) return true;
    const isAllowed =
      this.ranges.check(canonical, family) ||
      // A name is not enough for this machine: its DNS may be controlled by someone else.
      (this.hosts.has(withoutTrailingDot(host)) && !sensitive.check(canonical, family));
    // A range of a translator or tunnel must not lead to what the IPv4 address itself would not be permitted for.
    return isAllowed && embeddedAddresses(canonical).every((embedded) => this.isPermitted(host, embedded));
  }
}

/** The host of a URL without the brackets of IPv6 addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Undefined if the prefix is not one of this family. */
function toRange(address: string, prefix: string | undefined): string | undefined {
  const bitsMax = isIPv4(address) ? 32 : 128;
  const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= bitsMax)) return undefined;
  const plain = canonicalAddress(address);
  if (isIPv4(plain) && !isIPv4(address)) return bits < 96 ? undefined : `${plain}/${bits - 96}`;
  return `${plain}/${bits}`;
}

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** Undefined for a range of several addresses. */
function singleAddress(range: string): string | undefined {
  const [address = '', prefix] = range.split('/');
  return Number(prefix) === (isIPv4(address) ? 32 : 128) ? address : undefined;
}

const HOST_NAME_PATTERN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/;

/** Returns the name as URLs write it; undefined if the entry is not only a host name. */
function hostName(entry: string): string | undefined {
  // Anything else that a URL may have would be lost in its host.
  if (/[\s/:@?#[\]\\%]/.test(entry)) return undefined;
  // URLs also accept 127.1 and 0x7f000001 as addresses, which nobody would recognize in a list.
  const { hostname = '' } = URL.parse(`http://${entry}`) ?? {};
  return isIP(hostname) === 0 && HOST_NAME_PATTERN.test(hostname) ? withoutTrailingDot(hostname) : undefined;
}

const withoutTrailingDot = (host: string): string => host.toLowerCase().replace(/\.$/, '');
