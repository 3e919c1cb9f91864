import { Readable } from 'node:stream';
import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { PromptHistory } from '../../../../application/prompts/import-export/prompt-history.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { invalid } from '../errors/rejection.ts';
import { readJson } from '../request/read-json.ts';
import { readQuery } from '../request/read-query.ts';
import { type AccountState, extendDeadline } from '../request/request-state.ts';
import type { Handle } from '../request/route.ts';
import { JSON_TYPE } from '../response/respond-json.ts';
import { operations } from './prompt-operations.ts';
import { readDocument, writeDocument } from './transfer-document.ts';

export interface TransferServices {
  readonly exportPrompts: ExportPrompts;
  readonly importPrompts: ImportPrompts;
}

const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
const IMPORT_MS_MAX = 60_000;
const IMPORT_LIMITS = {
  valuesMax: 1_000_000,
  /** A version is nested five levels deeper in an export than in the request that published it. */
  depthMax: JSON_DEPTH_MAX + 5,
};

export const exportPrompts =
  ({ exportPrompts }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, operations.export.query);
    const histories = exportPrompts.execute(ctx.state.account.id)[Symbol.asyncIterator]();
    // Before the response begins, so that a storage outage is still a 503.
    const first = await histories.next();
    ctx.set('Content-Type', JSON_TYPE);
    ctx.set('Content-Disposition', 'attachment; filename="prompts.json"');
    ctx.body = Readable.from(exportText(first, histories));
  };

export const importPrompts =
  ({ importPrompts }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    const { mode, dryRun } = readQuery(ctx, operations.import.query);
    const { data } = await readJson(ctx, operations.import.body, IMPORT_BYTES_MAX, IMPORT_LIMITS);
    extendDeadline(ctx, IMPORT_MS_MAX);
    const documents = data.prompts.map(readDocument);
    const outcome = await importPrompts.execute(ctx.state.account.id, documents, { mode, dryRun });
    if (outcome.kind === 'invalid') throw invalid(outcome.problems.map(inData));
    ctx.body = { data: outcome.results, nextCursor: null };
  };

/** Serializes one prompt at a time, so that memory depends on the largest prompt, not on the account. */
async function* exportText(
  first: IteratorResult<PromptHistory>,
  rest: AsyncIterator<PromptHistory>,
): AsyncIterable<string> {
  yield '{"data":{"format":"prompthold-export","version":1,"prompts":[';
  let separator = '';
  for (let next = first; !next.done; next = await rest.next()) {
    yield separator + JSON.stringify(writeDocument(next.value));
    separator = ',';
  }
  yield ']}}';
}

/** The paths of the application do not include the envelope. */
const inData = ({ path, problem }: Problem): Problem => ({ path: `data.${path}`, problem });
