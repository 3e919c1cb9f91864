import { describe, expect, it } from 'vitest';
import { addressToStore, isStorable, maskAddress } from '../../../../src/domain/usage/caller-address.ts';

describe('a masked address', () => {
  it.each([
    ['10.1.2.3', '10.1.2.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['2001:db8:10::1', '2001:db8:10::/48'],
    ['2001::1', '2001::/48'],
    ['2001:0:5::1', '2001:0:5::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(maskAddress(address)).toBe(network);
  });

  it('is stored instead of the address only if addresses are masked', () => {
    expect(addressToStore('10.1.2.3', 'masked')).toBe('10.1.2.0/24');
    expect(addressToStore('10.1.2.3', 'full')).toBe('10.1.2.3');
  });

  it('is recognized', () => {
    for (const address of ['10.1.2.3', '2001:db8::1', '::1']) {
      expect([address, isStorable(address, 'full')]).toEqual([address, true]);
      expect([address, isStorable(address, 'masked')]).toEqual([address, false]);
      expect([address, isStorable(maskAddress(address), 'full')]).toEqual([address, false]);
      expect([address, isStorable(maskAddress(address), 'masked')]).toEqual([address, true]);
      expect([address, isStorable(address, 'off')]).toEqual([address, false]);
    }
    expect((['full', 'masked', 'off'] as const).map((each) => isStorable('', each))).toEqual([true, true, false]);
  });
});
