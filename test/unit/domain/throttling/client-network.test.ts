import { describe, expect, it } from 'vitest';
import { networksOf } from '../../../../src/domain/throttling/client-network.ts';

describe('networksOf', () => {
  it.each([
    ['192.0.2.77', { host: '192.0.2.77', site: '192.0.2.77', region: '192.0.2.0/24' }],
    [
      '2001:db8:12:ab34:5:6:7:8',
      { host: '2001:db8:12:ab34::/64', site: '2001:db8:12:ab00::/56', region: '2001:db8:12::/48' },
    ],
    ['2001:db8::1', { host: '2001:db8:0:0::/64', site: '2001:db8:0:0::/56', region: '2001:db8:0::/48' }],
    ['::1', { host: '0:0:0:0::/64', site: '0:0:0:0::/56', region: '0:0:0::/48' }],
    ['', { host: '', site: '', region: '' }],
  ])('finds the networks of %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });

  it.each([
    ['2001:DB8:0:AB00::1', '2001:db8:0:ab00:0:0:0:1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('finds the same networks for %s as for %s', (one, other) => {
    expect(networksOf(one)).toEqual(networksOf(other));
  });
});
