/**
 * Addresses that are not global unicast, and those in the registries of IANA for special purposes: everything that
 * means another host, or another network, than it does on the public internet.
 */
export const BLOCKED_RANGES: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  // AS112, AMT and 6to4 relays: anycast, so that the network decides which host it is.
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IPv6 except for 2000::/3, which alone is global unicast: ::, ::1, IPv4-compatible and NAT64 addresses, 100::/64,
  // 100:0:0:1::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8, and all that is not assigned.
  '::/3',
  '4000::/2',
  '8000::/1',
  // Protocol assignments: Teredo, 2001:2::/48 for benchmarks, ORCHID, drones and others.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];

/** The ranges that the entry `private` of `webhooks.allow` permits. */
export const PRIVATE_RANGES: readonly string[] = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** This machine (0.0.0.0 and :: connect to it) and its link: a host name in `webhooks.allow` is not enough. */
export const SENSITIVE_RANGES: readonly string[] = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::/128',
  '::1/128',
  'fe80::/10',
];

/** Services of clouds that give credentials to every program of a machine. Only an entry for the very address permits one. */
export const METADATA_ADDRESSES: readonly string[] = [
  // AWS, Azure, Google Cloud, Oracle Cloud, DigitalOcean, Hetzner, OpenStack and others.
  '169.254.169.254',
  // AWS: EC2, then tasks of ECS, then pods of EKS.
  'fd00:ec2::254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::23',
  // Google Cloud, and its Kubernetes nodes.
  'fd20:ce::254',
  '169.254.169.252',
  // The host of Azure. The address looks like a public one.
  '168.63.129.16',
  // Alibaba Cloud.
  '100.100.100.200',
  // Oracle Cloud.
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  // OpenStack.
  'fe80::a9fe:a9fe',
  // Scaleway.
  '169.254.42.42',
  'fd00:42::42',
  // Tencent Cloud.
  '169.254.0.23',
];
