import type { ContentHashing } from '../../../../application/ports/hashing.ts';
import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import { checkDocuments } from '../../../../application/prompts/import-export/imported-prompt.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';
import { invalid } from '../errors/rejection.ts';
import { readJson } from '../request/read-json.ts';
import { readQuery } from '../request/read-query.ts';
import { type AccountState, extendDeadline } from '../request/request-state.ts';
import { RequestWork } from '../request/request-work.ts';
import type { Handle } from '../request/route.ts';
import { JSON_TYPE } from '../response/respond-json.ts';
import { respondStream } from '../response/respond-stream.ts';
import { exportJson, inChunks } from './export-text.ts';
import { operations } from './prompt-operations.ts';
import { rejectPrompt } from './prompt-rejections.ts';
import { readDocument } from './transfer-document.ts';
import type { PromptMount } from './write-handlers.ts';

export interface TransferServices extends PromptMount {
  readonly exportPrompts: ExportPrompts;
  readonly importPrompts: ImportPrompts;
  readonly contentHashing: ContentHashing;
}

const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
const IMPORT_MS_MAX = 60_000;
const IMPORT_LIMITS = {
  valuesMax: 1_000_000,
  /** A version is nested five levels deeper in an export than in the request that published it. */
  depthMax: JSON_DEPTH_MAX + 5,
};

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
  ({ importPrompts, contentHashing, heavyWork }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    const { mode, dryRun } = readQuery(ctx, operations.import.query);
    const { data } = await readJson(ctx, operations.import.body, IMPORT_BYTES_MAX, IMPORT_LIMITS);
    extendDeadline(ctx, IMPORT_MS_MAX);
    const checked = checkDocuments(data.prompts.map(readDocument), contentHashing, new Date());
    if (checked.kind === 'invalid') throw invalid(checked.problems.map(inData));
    const sources = checked.prompts.map(({ head, prompt }) => ({ head, read: async () => prompt }));
    const work = RequestWork.of(ctx, heavyWork);
    const outcome = await work.heavy(() =>
      importPrompts.execute(ctx.state.account.id, sources, { mode, dryRun }, work),
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
