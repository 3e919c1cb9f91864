import { describe, expect, it } from 'vitest';
import { shareLimits } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';

const MIB = 1024 * 1024;

describe('the limits of a process', () => {
  it('are all of them if it is the only one', () => {
    expect(shareLimits(1)).toEqual({
      memory: { bodyBytesMax: 96 * MIB, responseBytesMax: 64 * MIB },
      requests: { concurrentPerKeyMax: 32, waitingPerKeyMax: 256, waitMsMax: 2000 },
      heavyWork: { concurrentMax: 16, concurrentPerKeyMax: 4 },
    });
  });

  it('are its share if there are others', () => {
    expect(shareLimits(2)).toEqual({
      memory: { bodyBytesMax: 80 * MIB, responseBytesMax: 32 * MIB },
      requests: { concurrentPerKeyMax: 16, waitingPerKeyMax: 128, waitMsMax: 2000 },
      heavyWork: { concurrentMax: 8, concurrentPerKeyMax: 2 },
    });
  });

  it('allow what a single request may need, however many others there are', () => {
    expect(shareLimits(64)).toEqual({
      memory: { bodyBytesMax: 80 * MIB, responseBytesMax: 32 * MIB },
      requests: { concurrentPerKeyMax: 4, waitingPerKeyMax: 32, waitMsMax: 2000 },
      heavyWork: { concurrentMax: 2, concurrentPerKeyMax: 1 },
    });
  });
});
