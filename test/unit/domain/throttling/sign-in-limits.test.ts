import { describe, expect, it } from 'vitest';
import { signInLimits, signUpLimits } from '../../../../src/domain/throttling/sign-in-limits.ts';

const summary = (address: string) =>
  signInLimits(address).map(({ network, failuresMax, perEmail }) => [network, failuresMax, perEmail.failuresMax]);

describe('limits', () => {
  it('count sign-ins from an IPv4 address alone', () => {
    expect(summary('192.0.2.7')).toEqual([['192.0.2.7', 100, 5]]);
  });

  it('count sign-ins from an IPv6 address with its /64, /56 and /48', () => {
    expect(summary('2001:db8:1:2345::1')).toEqual([
      ['2001:db8:1:2345::/64', 100, 5],
      ['2001:db8:1:2300::/56', 150, 10],
      ['2001:db8:1::/48', 200, 20],
    ]);
  });

  it('allow the network around a site three times as many sign-ups', () => {
    expect(signUpLimits('192.0.2.7', 10)).toEqual([
      { network: '192.0.2.7', signUpsMax: 10 },
      { network: '192.0.2.0/24', signUpsMax: 30 },
    ]);
  });
});
