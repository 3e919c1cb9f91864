import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { ImportSource } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { invalid } from '../errors/rejection.ts';
import { readJsonBytes } from '../request/read-json.ts';
import { readQuery } from '../request/read-query.ts';
import { type AccountState, extendDeadline } from '../request/request-state.ts';
import { RequestWork } from '../request/request-work.ts';
import type { Handle } from '../request/route.ts';
import { JSON_TYPE } from '../response/respond-json.ts';
import { respondStream } from '../response/respond-stream.ts';
import { exportJson, inChunks } from './export-text.ts';
import { operations } from './prompt-operations.ts';
import { rejectPrompt } from './prompt-rejections.ts';
import type { PromptMount } from './write-handlers.ts';

/** A whole export, or one prompt of it. */
export type ImportForm = 'document' | 'prompt';

/** Parses and checks the texts of imports, which takes too long for the thread that handles requests. */
export interface ImportChecking {
  /** Runs `work` with the prompts of a valid text. Throws a rejection for any other, and when too many others wait. */
  use<Result>(
    bytes: Uint8Array,
    form: ImportForm,
    work: (sources: readonly ImportSource[]) => Promise<Result>,
  ): Promise<Result>;
}

export interface TransferServices extends PromptMount {
  readonly exportPrompts: ExportPrompts;
  readonly importPrompts: ImportPrompts;
  readonly importChecks: ImportChecking;
}

const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
const IMPORT_MS_MAX = 60_000;

export const exportPrompts =
  ({ exportPrompts, heavyWork }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, operations.export.query);
    const work = RequestWork.of(ctx, heavyWork);
    const prompts = await work.heavy(() => begin(exportPrompts.execute(ctx.state.account.id)));
    ctx.set('Content-Disposition', 'attachment; filename="prompts.json"');
    respondStream(ctx, JSON_TYPE, work.produce(inChunks(exportJson(prompts))));
  };

export const importPrompts =
  ({ importPrompts, importChecks, heavyWork }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    const options = readQuery(ctx, operations.import.query);
    const bytes = await readJsonBytes(ctx, IMPORT_BYTES_MAX);
    extendDeadline(ctx, IMPORT_MS_MAX);
    const work = RequestWork.of(ctx, heavyWork);
    const outcome = await importChecks.use(bytes, 'document', (sources) =>
      work.heavy(() => importPrompts.execute(ctx.state.account.id, sources, options, work)),
    );
    if (outcome.kind === 'invalid') throw invalid(outcome.problems.map(inData));
    if (outcome.kind === 'quota-exceeded') throw rejectPrompt(outcome);
    ctx.body = { data: outcome.results, nextCursor: null };
  };

/** Waits for the first prompt before the response begins, so that a storage outage is still a 503. */
async function begin<Item>(items: AsyncGenerator<Item, void>): Promise<AsyncIterable<Item>> {
  const first = await items.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* items;
  })();
}

/** The paths of the application do not include the envelope. */
const inData = ({ path, problem }: Problem): Problem => ({ path: `data.${path}`, problem });
