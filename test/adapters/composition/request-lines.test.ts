import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../../src/adapters/composition/service/log.ts';
import type { RequestContext } from '../../../src/adapters/inbound/http/request/request-state.ts';
import { RequestLog } from '../../../src/adapters/inbound/http/server/request-log.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const REQUEST = { requestId: 'e2b0-1_x.y', method: 'GET', route: '/api/prompts/:ref', status: 304 };

const endedRequest = () =>
  ({
    method: REQUEST.method,
    state: { requestId: REQUEST.requestId, route: { template: REQUEST.route }, startedAt: performance.now() },
    res: { statusCode: REQUEST.status, headersSent: true, writableFinished: true },
  }) as unknown as RequestContext;

/** The line of a request, and the line that the logger itself would write for it. */
async function writeBoth(level: string, worker?: number): Promise<readonly string[]> {
  const file = join(await createTestFolder(), 'log');
  const { logger, close, ...output } = await openLog({ level, fd: openSync(file, 'a'), isTerminal: false, worker });
  new RequestLog({ ...output, log: logger }).requestEnded(endedRequest());
  logger.info({ ...REQUEST, ms: 0 }, 'request');
  await close();
  return readFileSync(file, 'utf8').trimEnd().split('\n').map(withoutTimes);
}

const withoutTimes = (line: string): string =>
  line.replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, '"time":"…"').replace(/"ms":[\d.]+/, '"ms":…');

it.each([undefined, 2])('writes the line of a request exactly as the logger would (worker: %s)', async (worker) => {
  const [written, expected] = await writeBoth('info', worker);

  expect(written).toContain('"requestId":"e2b0-1_x.y"');
  expect(written).toBe(expected);
});

it('writes no line for requests at a higher level', async () => {
  expect(await writeBoth('warn')).toEqual(['']);
});
