import { describe, expect, it } from 'vitest';
import {
  hostOf,
  PermittedAddresses,
  parseAllowedTarget,
} from '../../../src/adapters/outbound/webhooks/permitted-addresses.ts';

/** The first and the last address of every blocked range. */
const BLOCKED_RANGES: readonly (readonly [range: string, first: string, last: string])[] = [
  ['0/8', '0.0.0.0', '0.255.255.255'],
  ['10/8', '10.0.0.0', '10.255.255.255'],
  ['100.64/10', '100.64.0.0', '100.127.255.255'],
  ['127/8', '127.0.0.0', '127.255.255.255'],
  ['169.254/16', '169.254.0.0', '169.254.255.255'],
  ['172.16/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2/24', '192.0.2.0', '192.0.2.255'],
  ['192.168/16', '192.168.0.0', '192.168.255.255'],
  ['198.18/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113/24', '203.0.113.0', '203.0.113.255'],
  ['224/4', '224.0.0.0', '239.255.255.255'],
  ['240/4', '240.0.0.0', '255.255.255.255'],
  ['::', '::', '0:0:0:0:0:0:0:0'],
  ['::1', '::1', '0:0:0:0:0:0:0:1'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** Right before or after a blocked range. */
const NEIGHBORS = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff',
  '64:ff9b:2::',
  '100:0:0:1::',
  '2001:1::',
  '2001:db9::',
  '2003::',
  'fbff:ffff::',
  'fe00::',
  'fec0::',
  '2606:2800:220:1:248:1893:25c8:1946',
];

const isPermitted = (address: string, allow: readonly string[] = [], host = address) =>
  new PermittedAddresses(allow).isPermitted(host, address);

describe('PermittedAddresses', () => {
  it.each(BLOCKED_RANGES)('blocks %s, from %s to %s', (_range, first, last) => {
    expect([first, last].filter((address) => isPermitted(address))).toEqual([]);
  });

  it.each(BLOCKED_RANGES.filter(([, first]) => !first.includes(':')))(
    'blocks %s in the IPv6 notation of IPv4 addresses',
    (_range, first, last) => {
      const mapped = [first, last].flatMap((address) => [
        `::ffff:${address}`,
        `::FFFF:${address}`,
        `0:0:0:0:0:ffff:${address}`,
        hostOf(new URL(`http://[::ffff:${address}]/`)),
      ]);

      expect(mapped.filter((address) => isPermitted(address))).toEqual([]);
    },
  );

  it.each(NEIGHBORS)('permits %s, which is outside of all blocked ranges', (address) => {
    expect(isPermitted(address)).toBe(true);
  });

  it('permits a public IPv4 address in IPv6 notation', () => {
    expect(isPermitted('::ffff:93.184.216.34')).toBe(true);
  });

  it('ignores the zone of an address', () => {
    expect(isPermitted('fe80::1%eth0')).toBe(false);
    expect(isPermitted('::1%lo')).toBe(false);
  });

  it('blocks what is not an address', () => {
    expect(isPermitted('localhost')).toBe(false);
    expect(isPermitted('')).toBe(false);
  });

  it.each(['http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://127.0.0.1./'])(
    'blocks loopback written as %s',
    (url) => {
      expect(isPermitted(hostOf(new URL(url)))).toBe(false);
    },
  );

  describe('with an address or a range in webhooks.allow', () => {
    it('permits that address, and no other', () => {
      expect(isPermitted('10.1.2.3', ['10.1.2.3'])).toBe(true);
      expect(isPermitted('::ffff:10.1.2.3', ['10.1.2.3'])).toBe(true);
      expect(isPermitted('10.1.2.3', ['::ffff:10.1.2.3'])).toBe(true);
      expect(isPermitted('10.1.2.4', ['10.1.2.3'])).toBe(false);
      expect(isPermitted('fd00::5', ['fd00:0::5'])).toBe(true);
    });

    it('permits all addresses of a range, and none outside of it', () => {
      expect(isPermitted('10.1.255.255', ['10.1.0.0/16'])).toBe(true);
      expect(isPermitted('10.2.0.0', ['10.1.0.0/16'])).toBe(false);
      expect(isPermitted('fd12:3456::9', ['fd12:3456::/32'])).toBe(true);
      expect(isPermitted('fd12:3457::9', ['fd12:3456::/32'])).toBe(false);
    });

    it('permits loopback and link-local addresses that it lists', () => {
      expect(isPermitted('127.0.0.1', ['127.0.0.1'])).toBe(true);
      expect(isPermitted('127.0.0.2', ['127.0.0.1'])).toBe(false);
      expect(isPermitted('127.9.9.9', ['127.0.0.0/8'])).toBe(true);
      expect(isPermitted('::1', ['::1'])).toBe(true);
      expect(isPermitted('169.254.169.254', ['169.254.169.254/32'])).toBe(true);
    });
  });

  describe('with private in webhooks.allow', () => {
    it.each(['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'])(
      'permits %s',
      (address) => {
        expect(isPermitted(address, ['private'])).toBe(true);
      },
    );

    it.each([
      '127.0.0.1',
      '::1',
      '0.0.0.0',
      '169.254.169.254',
      '100.64.0.1',
      'fe80::1',
      '224.0.0.1',
      '::ffff:127.0.0.1',
    ])('still blocks %s', (address) => {
      expect(isPermitted(address, ['private'])).toBe(false);
    });
  });

  describe('with a host name in webhooks.allow', () => {
    const allow = ['Hooks.Internal.example'];

    it('permits private addresses to that name only, in any case and with a trailing dot', () => {
      expect(isPermitted('10.0.0.7', allow, 'hooks.internal.example')).toBe(true);
      expect(isPermitted('10.0.0.7', allow, 'HOOKS.internal.example.')).toBe(true);
      expect(isPermitted('10.0.0.7', allow, 'other.internal.example')).toBe(false);
      expect(isPermitted('10.0.0.7', allow, 'x.hooks.internal.example')).toBe(false);
    });

    it.each(['127.0.0.1', '::1', '0.0.0.0', '::', '169.254.169.254', '::ffff:127.0.0.1'])(
      'does not permit %s to that name',
      (address) => {
        expect(isPermitted(address, allow, 'hooks.internal.example')).toBe(false);
        expect(isPermitted(address, ['localhost'], 'localhost')).toBe(false);
      },
    );
  });
});

describe('an entry of webhooks.allow', () => {
  it.each([
    'private',
    'hooks',
    'hooks.example',
    'hooks.example.',
    '_dns.example',
    '10.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
    '::1',
  ])('may be %s', (entry) => {
    expect(parseAllowedTarget(entry)).toBeDefined();
  });

  it.each([
    '',
    ' ',
    'http://hooks.example',
    'hooks.example:8080',
    'hooks.example/path',
    'user@hooks.example',
    '*.hooks.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fd00::/129',
    '::ffff:10.0.0.0/64',
    'fe80::1%eth0',
    '[::1]',
    '127.1',
    '0x7f000001',
    'a b',
  ])('must not be %j', (entry) => {
    expect(parseAllowedTarget(entry)).toBeUndefined();
  });
});
