import { setTimeout as delay } from 'node:timers/promises';
import type { ImportOneOutcome } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { ImportSource } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { Work } from '../../../../application/work.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { invalid, Rejection } from '../errors/rejection.ts';
import { checkBody, tooLarge } from '../request/read-json.ts';
import type { Line } from '../request/read-lines.ts';
import { errorBody } from '../response/respond-rejection.ts';
import { exportHeader, type ImportChecking } from './operations/transfer-document.ts';
import { rejectQuota } from './prompt-rejections.ts';

/** The largest prompt, with its history, that can be imported on one line. */
export const LINE_BYTES_MAX = 32 * 1024 * 1024;

const HEADER_LIMITS = { valuesMax: 10, depthMax: JSON_DEPTH_MAX };

/** A line that begins an export. Rejects a body that begins otherwise, before the response has begun. */
export function checkHeader(line: Line | undefined): void {
  if (!line) throw invalid([{ path: '', problem: 'has no header line' }]);
  if (!line.bytes) throw tooLarge(LINE_BYTES_MAX, 'line');
  checkBody(line.bytes, exportHeader, HEADER_LIMITS);
}

interface LineServices {
  readonly work: Work;
  readonly importChecks: ImportChecking;
  readonly importNext: (source: ImportSource) => Promise<ImportOneOutcome>;
}

/** The lines of the response: a result for each prompt, or the problem with its line. The others are still imported. */
export async function* importResults(
  lines: AsyncIterable<Line>,
  services: LineServices,
  requestId: string,
): AsyncIterable<Buffer> {
  for await (const { number, bytes } of lines) {
    let text: string;
    try {
      text = await whenNotBusy(() => importLine(bytes, services));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      text = errorBody(error, requestId);
    }
    yield Buffer.from(`{"line":${number},${text.slice(1)}\n`);
  }
}

async function importLine(bytes: Uint8Array | undefined, { work, importChecks, importNext }: LineServices) {
  if (!bytes) throw tooLarge(LINE_BYTES_MAX, 'line');
  return importChecks.use(bytes, 'prompt', async ([source]) => {
    if (!source) throw new Rejection('malformed_json');
    const outcome = await work.heavy(() => importNext(source));
    if (outcome.kind === 'invalid') throw invalid(outcome.problems);
    if (outcome.kind === 'quota-exceeded') throw rejectQuota(outcome);
    return JSON.stringify({ name: source.head.name, result: outcome.kind });
  });
}

const BUSY_PAUSE_MS = 500;
const BUSY_ATTEMPTS_MAX = 60;

/** The response has begun: it is too late to ask the client to wait. */
async function whenNotBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Rejection && error.code === 'busy';
      if (!isBusy || attempt === BUSY_ATTEMPTS_MAX) throw error;
    }
    await delay(BUSY_PAUSE_MS);
  }
}
