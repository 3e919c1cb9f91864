import { describe, expect, it } from 'vitest';
import { importResults } from '../../../../src/adapters/inbound/api/prompts/import-lines.ts';
import { type Line, UnfinishedLine } from '../../../../src/adapters/inbound/http/body/read-lines.ts';
import { busy, Rejection } from '../../../../src/adapters/inbound/http/errors/rejection.ts';
import { UNLIMITED } from '../../../../src/application/ports/execution.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';

const aLine = (number: number): Line => ({ number, bytes: Buffer.from('{') });

/** The results of these lines, each of which is rejected as malformed. */
async function resultsOf(lines: AsyncIterable<Line>, isDraining = () => false) {
  const services = {
    account: 'u_ada' as AccountId,
    options: { mode: 'skip', dryRun: false, by: {} } as never,
    execution: UNLIMITED,
    isDraining,
    isStillValid: async () => true,
    importChecks: { use: () => Promise.reject(new Rejection('malformed_json')) },
    importNext: () => Promise.reject(new Error('not reached')),
  };
  const chunks = await Array.fromAsync(importResults(lines, services, 'r-1'));
  return chunks.map((chunk) => JSON.parse(chunk.toString()));
}

describe('the response to an import line by line', () => {
  it.each([
    ['does not arrive in time', new Rejection('request_timeout')],
    ['finds no memory', busy()],
  ])('ends with the number of a line that %s, and the reason', async (_case, reason) => {
    async function* lines() {
      yield aLine(2);
      throw new UnfinishedLine(3, reason);
    }

    expect(await resultsOf(lines())).toMatchObject([
      { line: 2, code: 'malformed_json' },
      { line: 3, code: reason.code, requestId: 'r-1' },
    ]);
  });

  it('ends with the first line that was not imported when the service stops', async () => {
    let handled = 0;
    async function* lines() {
      for (let number = 2; number <= 9; number += 1) {
        handled += 1;
        yield aLine(number);
      }
    }

    expect(await resultsOf(lines(), () => handled > 2)).toMatchObject([
      { line: 2 },
      { line: 3 },
      { line: 4, code: 'stopping' },
    ]);
  });
});
