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
  ['192.31.196/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99/24', '192.88.99.0', '192.88.99.255'],
  ['192.175.48/24', '192.175.48.0', '192.175.48.255'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.16'],
  ['::', '::', '0:0:0:0:0:0:0:0'],
  ['::1', '::1', '0:0:0:0:0:0:0:1'],
  ['::/96', '::2', '::ffff:ffff'],
  ['::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['all before 2000::/3', '::3:0:0:0:0', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['all after 2000::/3', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The addresses where several clouds give credentials to every program of a machine. */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.169.252',
  '169.254.42.42',
  '169.254.0.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
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
  '168.63.129.15',
  '168.63.129.17',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.175.47.255',
  '192.175.49.0',
  '2000::',
  '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2003::',
  '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  '2620:4f:8001::',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
  '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
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

  describe('for the metadata services of clouds', () => {
    const everything = ['private', '0.0.0.0/0', '::/0', '169.254.0.0/16', '169.254.169.254/31', 'fd00:ec2::/32'];

    it.each(METADATA)('permits %s neither by a range, nor by private, nor by a host name', (address) => {
      expect(isPermitted(address, everything)).toBe(false);
      expect(isPermitted(address, ['hooks.example'], 'hooks.example')).toBe(false);
    });

    it.each(METADATA)('permits %s if it is listed by itself', (address) => {
      expect(isPermitted(address, [address])).toBe(true);
      expect(isPermitted(address, [`${address}/${address.includes(':') ? 128 : 32}`])).toBe(true);
    });

    it('recognizes them in every notation', () => {
      expect(isPermitted('::ffff:169.254.169.254', everything)).toBe(false);
      expect(isPermitted('0:0:0:0:0:FFFF:A83F:8110', everything)).toBe(false);
      expect(isPermitted('FD00:0EC2:0:0:0:0:0:0254', everything)).toBe(false);
      expect(isPermitted('fe80::a9fe:a9fe%eth0', everything)).toBe(false);
      expect(isPermitted('fd00:ec2::254', ['FD00:0ec2::0254'])).toBe(true);
      expect(isPermitted('169.254.169.254', ['::ffff:169.254.169.254'])).toBe(true);
    });

    it('permits other addresses of a listed range around them', () => {
      expect(isPermitted('169.254.1.1', ['169.254.0.0/16'])).toBe(true);
      expect(isPermitted('fd00:ec2::255', ['private'])).toBe(true);
    });
  });

  describe('for an address that stands for an IPv4 address', () => {
    /** Forms of 169.254.169.254: NAT64 with both prefixes, 6to4, Teredo client and server, IPv4-compatible and -translated. */
    const translated = [
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      '2001:0:808:808:0:0:5601:5601',
      '2001:0:a9fe:a9fe:0:0:f7f7:f7f7',
      '::a9fe:a9fe',
      '::ffff:0:a9fe:a9fe',
    ];

    it.each(translated)('blocks %s also if its range is listed', (address) => {
      expect(isPermitted(address)).toBe(false);
      expect(isPermitted(address, ['::/0', '169.254.0.0/16'])).toBe(false);
      expect(isPermitted(address, ['hooks.example'], 'hooks.example')).toBe(false);
    });

    it('permits those of a listed range whose IPv4 address is permitted', () => {
      expect(isPermitted('64:ff9b::5db8:d822', ['64:ff9b::/96'])).toBe(true);
      expect(isPermitted('64:ff9b::a00:1', ['64:ff9b::/96'])).toBe(false);
      expect(isPermitted('64:ff9b::a00:1', ['64:ff9b::/96', 'private'])).toBe(true);
      expect(isPermitted('64:ff9b::a00:1', ['64:ff9b::a00:1'])).toBe(true);
      expect(isPermitted('64:ff9b::7f00:1', ['64:ff9b::/96', 'private'])).toBe(false);
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
      'fec0::1',
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

    it.each(['127.0.0.1', '::1', '0.0.0.0', '::', '169.254.1.1', 'fe80::1', '::ffff:127.0.0.1'])(
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
