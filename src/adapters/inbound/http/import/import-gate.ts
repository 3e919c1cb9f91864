import { type Gate, RequestGate } from '../request/request-gate.ts';

/** How long an import waits for those before it. */
const WAIT_MS_MAX = 5000;

/** One at a time, because each takes a thread and its memory. */
export const createImportGate = (waitMsMax = WAIT_MS_MAX): Gate<string> =>
  new RequestGate({ concurrentMax: 1, waitingMax: 8, waitMsMax });
