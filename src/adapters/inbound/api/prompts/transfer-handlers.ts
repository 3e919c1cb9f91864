import type { StreamCredential, StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type { ExportPrompts } from '../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportPrompts } from '../../../../application/prompts/import-export/import-prompts.ts';
import { isWritten } from '../../../../application/prompts/import-export/import-result.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { streamCredentialOf } from '../../http/auth/stream-credential-of.ts';
import { readJsonBytes } from '../../http/body/read-json.ts';
import { NDJSON_TYPE, readLines, sendsLines } from '../../http/body/read-lines.ts';
import { invalid } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import { type AccountState, extendDeadline } from '../../http/request/request-state.ts';
import { setCommonHeaders } from '../../http/response/common-headers.ts';
import { JSON_TYPE } from '../../http/response/respond-json.ts';
import { inChunks, respondStream } from '../../http/response/respond-stream.ts';
import type { Handle } from '../../http/routes/route.ts';
import { checkHeader, importResults, LINE_BYTES_MAX } from './import-lines.ts';
import { exportJson, exportLines, type ImportChecking } from './operations/transfer-document.ts';
import { transferOperations } from './operations/transfer-operations.ts';
import { presentImportResult, rejectImport } from './prompt-rejections.ts';
import type { PromptMount } from './write-handlers.ts';

export interface TransferServices extends PromptMount {
  readonly exportPrompts: ExportPrompts;
  readonly importPrompts: ImportPrompts;
  readonly importChecks: ImportChecking;
  readonly isDraining: () => boolean;
  readonly streamCredentials: Pick<StreamCredentials, 'ofKey' | 'ofSession'>;
}

const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
const IMPORT_MS_MAX = 60_000;

export const exportPrompts =
  ({ exportPrompts, streamCredentials }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, transferOperations.export.query);
    const owner = ctx.state.account.id;
    const inLines = ctx.accepts('json', NDJSON_TYPE) === NDJSON_TYPE;
    const execution = RequestExecution.of(ctx);
    const prompts = await execution.heavy(() =>
      begin(exportPrompts.execute(owner, inLines ? 'included-first' : 'by-name')),
    );
    const credential = streamCredentialOf(ctx, streamCredentials);
    // Once the response has begun, it can only break off.
    if ((await credential.check()) === undefined) throw new CredentialRetired();
    const texts = inLines ? exportLines(prompts) : exportJson(prompts);
    ctx.set('Content-Disposition', `attachment; filename="prompts.${inLines ? 'ndjson' : 'json'}"`);
    const chunks = whileValid(credential, execution.produce(inChunks(texts)));
    respondStream(ctx, inLines ? NDJSON_TYPE : JSON_TYPE, chunks);
  };

export const importPrompts =
  ({ importPrompts, importChecks, streamCredentials, actorOf, isDraining }: TransferServices): Handle<AccountState> =>
  async (ctx) => {
    const options = { ...readQuery(ctx, transferOperations.import.query), by: actorOf(ctx) };
    if (sendsLines(ctx)) {
      const lines = readLines(ctx, LINE_BYTES_MAX);
      checkHeader((await lines.next()).value ?? undefined);
      const execution = RequestExecution.of(ctx);
      const importNext = importPrompts.start(ctx.state.account.id, options, execution);
      const credential = streamCredentialOf(ctx, streamCredentials);
      const isStillValid = async () => (await credential.check()) !== undefined;
      const services = {
        account: ctx.state.account.id,
        execution,
        importChecks,
        importNext,
        options,
        isStillValid,
        isDraining,
      };
      respondStream(ctx, NDJSON_TYPE, importResults(lines, services, ctx.state.requestId));
      // The first result can take longer than a request may.
      setCommonHeaders(ctx);
      ctx.flushHeaders();
      return;
    }
    const bytes = await readJsonBytes(ctx, IMPORT_BYTES_MAX);
    extendDeadline(ctx, IMPORT_MS_MAX);
    const execution = RequestExecution.of(ctx);
    const outcome = await importChecks.use(ctx.state.account.id, bytes, 'document', (sources) =>
      execution.heavy(() => importPrompts.execute(ctx.state.account.id, sources, options, execution)),
    );
    if (outcome.kind === 'invalid') throw invalid(outcome.problems.map(inData));
    if (outcome.kind === 'quota-exceeded') throw rejectImport(outcome);
    if (outcome.results.some(({ result }) => isWritten(result, options))) ctx.state.isSettled = true;
    ctx.body = { data: outcome.results.map(presentImportResult), nextCursor: null };
  };

/** Sends nothing that was read after the key or session was replaced: looks it up again before each chunk. */
async function* whileValid(credential: StreamCredential, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    if ((await credential.check()) === undefined) throw new CredentialRetired();
    yield chunk;
  }
}

/** Waits for the first prompt before the response begins, so that a storage outage is still a 503. */
async function begin<Item>(items: AsyncGenerator<Item, void>): Promise<AsyncIterable<Item>> {
  const first = await items.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* items;
  })();
}

/** The paths of the application do not include the envelope. */
const inData = (problem: Problem): Problem => ({ ...problem, path: `data.${problem.path}` });
