import Router from '@koa/router';
import type { ReadPrompt, ReadRequest } from '../../../../application/prompts/read-prompt.ts';
import { parseLabelOrLatest } from '../../../../domain/label.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompt.ts';
import type { Authenticated } from '../authenticate.ts';
import { badRequest } from '../errors.ts';
import { routePath } from '../operation.ts';
import { queryReader } from '../read-query.ts';
import { answerNotModified, etagOf, isKnown, namesTags } from './etag.ts';
import { readReference } from './path-parameters.ts';
import { readingAnswer } from './prompt-answers.ts';
import { operations, type readQuerySchema } from './prompt-operations.ts';
import { refused } from './prompt-refusals.ts';

export function readRoutes(readPrompt: ReadPrompt): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });
  const readRequest = queryReader(operations.read.query, requestOf);

  router.get(routePath(operations.read), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { choice, at } = readRequest(ctx);
    const owner = ctx.state.account.id;
    if (!at && namesTags(ctx)) {
      // One look at the index tells whether the client has it already; the content stays where it is.
      const seen = await readPrompt.glimpse(owner, reference, choice);
      if (seen?.version !== undefined && isKnown(ctx, etagOf(seen, seen.version))) {
        ctx.state.promptRead = { promptId: seen.id, version: seen.version };
        return answerNotModified(ctx, etagOf(seen, seen.version));
      }
    }
    const outcome = await readPrompt.execute(owner, reference, { choice, at });
    if (outcome.kind !== 'read') throw refused(outcome);
    const { prompt, version, resolved } = outcome;
    ctx.state.promptRead = { promptId: prompt.id, version: version.version };
    const etag = etagOf(prompt, version.version);
    if (isKnown(ctx, etag)) return answerNotModified(ctx, etag);
    ctx.set('ETag', etag);
    ctx.body = { data: readingAnswer(prompt, version, resolved) };
  });

  return router;
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
