import { setTimeout as delay } from 'node:timers/promises';
import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type { Execution } from '../../../../application/ports/execution.ts';
import type { ImportOneOutcome, ImportOptions } from '../../../../application/prompts/import-export/import-prompts.ts';
import { isWritten, toImportResult } from '../../../../application/prompts/import-export/import-result.ts';
import type { ImportSource } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { checkBody, tooLarge } from '../../http/body/read-json.ts';
import { type Line, UnfinishedLine } from '../../http/body/read-lines.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { errorBody } from '../../http/response/respond-rejection.ts';
import { UNAUTHORIZED } from '../../http/response/respond-unauthorized.ts';
import { exportHeader, type ImportChecking } from './operations/transfer-document.ts';
import { presentImportResult, rejectQuota } from './prompt-rejections.ts';

/** The largest prompt, with its history, that can be imported on one line. */
export const LINE_BYTES_MAX = 32 * 1024 * 1024;

const HEADER_LIMITS = { valuesMax: 10, depthMax: JSON_DEPTH_MAX };

/** A line that begins an export. Rejects a body that begins otherwise, before the response has begun. */
export function checkHeader(line: Line | undefined): void {
  if (!line) throw invalid([{ path: '', problem: 'missing', text: 'has no header line' }]);
  if (!line.bytes) throw tooLarge(LINE_BYTES_MAX, 'line');
  checkBody(line.bytes, exportHeader, HEADER_LIMITS);
}

interface LineServices {
  readonly account: AccountId;
  readonly options: ImportOptions;
  /** Whether the account still has the key or session that the request was admitted with. */
  readonly isStillValid: () => Promise<boolean>;
  readonly execution: Execution;
  /** Whether the service is stopping. Lines that have not been imported then are left to the client. */
  readonly isDraining: () => boolean;
  readonly importChecks: ImportChecking;
  readonly importNext: (source: ImportSource) => Promise<ImportOneOutcome>;
}

const UNAUTHORIZED_LINE = Buffer.from(`${UNAUTHORIZED}\n`);

/**
 * The lines of the response: a result for each prompt, or the problem with its line. The others are still imported. Ends
 * with a line of its own once the key or session has been replaced, when the service stops, or when a line does not arrive.
 */
export async function* importResults(
  lines: AsyncIterable<Line>,
  services: LineServices,
  requestId: string,
): AsyncIterable<Buffer> {
  try {
    for await (const { number, bytes } of lines) {
      if (services.isDraining()) return yield Buffer.from(`{"line":${number},"code":"stopping"}\n`);
      let text: string;
      try {
        text = await whenNotBusy(() => importLine(bytes, services));
      } catch (error) {
        if (error instanceof CredentialRetired) return yield UNAUTHORIZED_LINE;
        if (!(error instanceof Rejection)) throw error;
        if (!(await services.isStillValid())) return yield UNAUTHORIZED_LINE;
        text = errorBody(error, requestId);
      }
      yield serializeResult(number, text);
    }
  } catch (error) {
    if (!(error instanceof UnfinishedLine)) throw error;
    yield serializeResult(error.line, errorBody(error, requestId));
  }
}

const serializeResult = (line: number, text: string): Buffer => Buffer.from(`{"line":${line},${text.slice(1)}\n`);

async function importLine(bytes: Uint8Array | undefined, services: LineServices) {
  const { account, execution, importChecks, importNext, options, isStillValid } = services;
  if (!bytes) throw tooLarge(LINE_BYTES_MAX, 'line');
  return importChecks.use(account, bytes, 'prompt', async ([source]) => {
    if (!source) throw new Rejection('malformed_json');
    const outcome = await execution.heavy(() => importNext(source));
    if (outcome.kind === 'invalid') throw invalid(outcome.problems);
    if (outcome.kind === 'quota-exceeded') throw rejectQuota(outcome);
    if (!isWritten(outcome.kind, options) && !(await isStillValid())) throw new CredentialRetired();
    return JSON.stringify(presentImportResult(toImportResult(source.head, outcome)));
  });
}

const BUSY_PAUSE_MS = 500;
const BUSY_ATTEMPTS_MAX = 60;

/** The response has begun: it is too late to ask the client to wait. */
async function whenNotBusy<Result>(execution: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await execution();
    } catch (error) {
      const isBusy = error instanceof Rejection && error.code === 'busy';
      if (!isBusy || attempt === BUSY_ATTEMPTS_MAX) throw error;
    }
    await delay(BUSY_PAUSE_MS);
  }
}
