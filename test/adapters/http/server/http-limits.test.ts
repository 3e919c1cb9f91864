import { expect, it } from 'vitest';
import { shareLimits } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';

const MIB = 1024 * 1024;

// All of them for a single process, and never less than what a single request may need.
it.each([
  { processes: 1, memory: [96, 64], requests: [32, 256], heavyWork: [16, 4] },
  { processes: 2, memory: [80, 32], requests: [16, 128], heavyWork: [8, 2] },
  { processes: 64, memory: [80, 32], requests: [4, 32], heavyWork: [2, 1] },
])('each of $processes processes has its share of the limits', ({ processes, memory, requests, heavyWork }) => {
  const [bodyMib = 0, responseMib = 0] = memory;
  const [concurrentRequests, waitingRequests] = requests;
  const [concurrentWork, concurrentWorkOfOne] = heavyWork;

  expect(shareLimits(processes)).toEqual({
    memory: { bodyBytesMax: bodyMib * MIB, responseBytesMax: responseMib * MIB },
    requests: { concurrentPerKeyMax: concurrentRequests, waitingPerKeyMax: waitingRequests, waitMsMax: 2000 },
    heavyWork: { concurrentMax: concurrentWork, concurrentPerKeyMax: concurrentWorkOfOne },
  });
});
