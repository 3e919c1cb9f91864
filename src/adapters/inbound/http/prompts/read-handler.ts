import Router from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { ReadPrompt, ReadPromptOutcome, ReadRequest } from '../../../../application/prompts/read-prompt.ts';
import type { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import { parseLabelOrLatest } from '../../../../domain/prompts/naming/label.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { badRequest } from '../errors/rejection.ts';
import { routePath } from '../request/operation.ts';
import { queryReader } from '../request/read-query.ts';
import { answerJson, serializeJson } from '../response/serialize-json.ts';
import { answerNotModified, etagOf, isKnown, namesTags } from './etag.ts';
import { readReference } from './path-parameters.ts';
import { readingAnswer } from './present-prompt.ts';
import { operations, type readQuerySchema } from './prompt-operations.ts';
import { refused } from './prompt-rejections.ts';
import { ResponseCache } from './response-cache.ts';

/** One version of a prompt as it leaves. */
interface WrittenReading {
  /** Of the account, not later than it was read: as long as it is the same, so is this. */
  readonly promptsRevision: number;
  readonly etag: string;
  readonly shown: PromptRead;
  /** Where it was needed. */
  readonly body?: Buffer;
}

export function readRoutes(readPrompt: ReadPrompt, readPromptHead: ReadPromptHead): Router<PromptsOpen> {
  const router = new Router<PromptsOpen>({ sensitive: true });
  const readRequest = queryReader(operations.read.query, requestOf);
  const remembered = new ResponseCache<WrittenReading>();

  router.get(routePath(operations.read), async (ctx) => {
    const { ref } = ctx.params;
    const { account, promptsRevision } = ctx.state;
    const name = `${account.id} ${ref} ${ctx.querystring}`;
    const kept = remembered.get(name);
    if (kept?.promptsRevision === promptsRevision && answered(ctx, kept)) return;

    const reference = readReference(ref);
    const request = readRequest(ctx);
    if (!request.at && (kept?.body || namesTags(ctx))) {
      // One look at the index tells whether this prompt is still the same; the content stays where it is.
      const seen = await readPromptHead.execute(account.id, reference, request.choice);
      if (seen?.version !== undefined) {
        const { id, version } = seen;
        const now = { promptsRevision, etag: etagOf(seen, version), shown: { promptId: id, version } };
        const isSame = kept?.etag === now.etag;
        if (!isSame) remembered.keep(name, now);
        if (answered(ctx, isSame ? kept : now)) return;
      }
    }

    const outcome = await readPrompt.execute(account.id, reference, request);
    if (outcome.kind !== 'read') throw refused(outcome);
    const reading = writtenReading(outcome, promptsRevision);
    if (!request.at) remembered.keep(name, reading);
    answered(ctx, reading);
  });

  return router;
}

type Reading = Extract<ReadPromptOutcome, { kind: 'read' }>;

const writtenReading = ({ prompt, version, resolved }: Reading, promptsRevision: number): WrittenReading => ({
  promptsRevision,
  etag: etagOf(prompt, version.version),
  shown: { promptId: prompt.id, version: version.version },
  body: serializeJson({ data: readingAnswer(prompt, version, resolved) }),
});

/** Not when the client needs the text and it was not kept. */
function answered(ctx: ParameterizedContext<PromptsOpen>, { etag, shown, body }: WrittenReading): boolean {
  if (isKnown(ctx, etag)) answerNotModified(ctx, etag);
  else if (body) {
    ctx.set('ETag', etag);
    answerJson(ctx, body);
  } else return false;
  ctx.state.promptRead = shown;
  return true;
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
