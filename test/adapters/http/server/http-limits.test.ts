import { describe, expect, it } from 'vitest';
import { shareLimits } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';

const MIB = 1024 * 1024;

describe('the limits of a process', () => {
  it('are all of them if it is the only one', () => {
    expect(shareLimits(1)).toEqual({
      memory: { bodyBytesMax: 96 * MIB, responseBytesMax: 64 * MIB },
      requests: { concurrentMax: 32, waitingMax: 256, waitMsMax: 2000 },
      heavyWork: { runningMax: 16, runningPerAccountMax: 4 },
    });
  });

  it('are its share if there are others', () => {
    expect(shareLimits(2)).toEqual({
      memory: { bodyBytesMax: 80 * MIB, responseBytesMax: 32 * MIB },
      requests: { concurrentMax: 16, waitingMax: 128, waitMsMax: 2000 },
      heavyWork: { runningMax: 8, runningPerAccountMax: 2 },
    });
  });

  it('allow what a single request may need, however many others there are', () => {
    expect(shareLimits(64)).toEqual({
      memory: { bodyBytesMax: 80 * MIB, responseBytesMax: 32 * MIB },
      requests: { concurrentMax: 4, waitingMax: 32, waitMsMax: 2000 },
      heavyWork: { runningMax: 2, runningPerAccountMax: 1 },
    });
  });
});
