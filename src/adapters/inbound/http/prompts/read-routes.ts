import Router from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { ReadPrompt, ReadPromptOutcome, ReadRequest } from '../../../../application/prompts/read-prompt.ts';
import { parseLabelOrLatest } from '../../../../domain/label.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompt.ts';
import type { PromptRead } from '../../../../domain/usage.ts';
import type { Authenticated } from '../authenticate.ts';
import { badRequest } from '../errors.ts';
import { routePath } from '../operation.ts';
import { queryReader } from '../read-query.ts';
import { answerJson, writtenJson } from '../written-json.ts';
import { answerNotModified, etagOf, isKnown, namesTags } from './etag.ts';
import { readReference } from './path-parameters.ts';
import { readingAnswer } from './prompt-answers.ts';
import { operations, type readQuerySchema } from './prompt-operations.ts';
import { refused } from './prompt-refusals.ts';
import { RememberedAnswers } from './remembered-answers.ts';

/** One version of a prompt as it leaves. */
interface WrittenReading {
  readonly etag: string;
  readonly shown: PromptRead;
  readonly body: Buffer;
}

export function readRoutes(readPrompt: ReadPrompt): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });
  const readRequest = queryReader(operations.read.query, requestOf);
  const remembered = new RememberedAnswers<WrittenReading>();

  router.get(routePath(operations.read), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const request = readRequest(ctx);
    const owner = ctx.state.account.id;
    const name = `${owner} ${ctx.params['ref']} ${ctx.querystring}`;
    const hasTags = namesTags(ctx);
    const kept = hasTags ? undefined : remembered.get(name);
    if (!request.at && (kept || hasTags)) {
      // One look at the index tells whether it is still the same; the content stays where it is.
      const seen = await readPrompt.glimpse(owner, reference, request.choice);
      if (seen?.version !== undefined) {
        const etag = etagOf(seen, seen.version);
        if (isKnown(ctx, etag)) {
          ctx.state.promptRead = { promptId: seen.id, version: seen.version };
          return answerNotModified(ctx, etag);
        }
        if (kept?.etag === etag) return answerReading(ctx, kept);
      }
    }
    const outcome = await readPrompt.execute(owner, reference, request);
    if (outcome.kind !== 'read') throw refused(outcome);
    const reading = writtenReading(outcome);
    if (!request.at) remembered.keep(name, reading);
    if (!isKnown(ctx, reading.etag)) return answerReading(ctx, reading);
    ctx.state.promptRead = reading.shown;
    answerNotModified(ctx, reading.etag);
  });

  return router;
}

type Reading = Extract<ReadPromptOutcome, { kind: 'read' }>;

function writtenReading({ prompt, version, resolved }: Reading): WrittenReading {
  return {
    etag: etagOf(prompt, version.version),
    shown: { promptId: prompt.id, version: version.version },
    body: writtenJson({ data: readingAnswer(prompt, version, resolved) }),
  };
}

function answerReading(ctx: ParameterizedContext<Authenticated>, { etag, shown, body }: WrittenReading): void {
  ctx.state.promptRead = shown;
  ctx.set('ETag', etag);
  answerJson(ctx, body);
}

type ReadQuery = ReturnType<(typeof readQuerySchema)['parse']>;

const requestOf = ({ at, ...chosen }: ReadQuery): ReadRequest => ({ choice: choiceOf(chosen), at });

function choiceOf({ label: text, version }: Omit<ReadQuery, 'at'>): VersionChoice {
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return DEFAULT_CHOICE;
  const label = parseLabelOrLatest(text);
  if (!label) throw badRequest('bad_query', [{ path: 'label', problem: 'is no label' }]);
  return { by: 'label', label };
}
