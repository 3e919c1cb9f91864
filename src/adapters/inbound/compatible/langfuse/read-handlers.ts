import type { ListNumberedPage } from '../../../../application/prompts/catalog/list-numbered-page.ts';
import { foreignLabelOrLatest } from '../../../../domain/naming/foreign-label.ts';
import { foreignName } from '../../../../domain/naming/foreign-name.ts';
import { LATEST } from '../../../../domain/naming/label.ts';
import { type PromptReference, parsePromptName, parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import { foreignTag } from '../../../../domain/naming/tag.ts';
import { parseVersionNumber } from '../../../../domain/naming/version-selector.ts';
import { DEFAULT_LABEL, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { TemplateClient } from '../../../../domain/templates/clients/template-client.ts';
import { queryReader } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import { type RequestContext, type RevisionState, reportReadTo } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';
import { CachedResponses } from '../cached-responses.ts';
import { rejectFlattening } from '../template-rejections.ts';
import { rejectMissing, type Wanted } from './langfuse-errors.ts';
import { listQuerySchema, readQuerySchema } from './langfuse-schemas.ts';
import { presentList, presentPrompt } from './present-langfuse.ts';
import { type ServeServices, serveVersion } from './serve-version.ts';

export interface ReadServices extends ServeServices {
  readonly listNumberedPage: ListNumberedPage;
}

/** Maps a client's name of a prompt to our reference. Undefined if no prompt can have that name. */
export function findReference(name: string): PromptReference | undefined {
  const own = foreignName(name);
  return own === undefined ? undefined : parsePromptReference(own);
}

export function readPrompt(services: ReadServices): Handle<RevisionState> {
  const readRequest = queryReader(readQuerySchema, toRequest);
  const responses = new CachedResponses();
  return (ctx) => {
    const client = clientOf(ctx);
    return responses.respond(ctx, client, async () => {
      const { name = '' } = ctx.params;
      const { choice, wanted, resolve } = readRequest(ctx);
      const reference = findReference(name);
      if (!reference || !choice) throw rejectMissing(name, wanted);
      const execution = RequestExecution.of(ctx);
      const request = { choice, client, resolve, reportRead: reportReadTo(ctx) };
      const outcome = await serveVersion(services, ctx.state.account.id, reference, request, execution);
      switch (outcome.kind) {
        case 'served': {
          const { prompt, version, resolved } = outcome;
          const read = { promptId: prompt.id, version: version.version, label: resolved.label };
          return { body: presentPrompt(outcome, name), read };
        }
        case 'not-found':
        case 'label-not-found':
        case 'version-not-found':
          throw rejectMissing(name, wanted, outcome.kind);
        default:
          throw rejectFlattening(outcome, name);
      }
    });
  };
}

/** Their SDK for Python replaces plain names only; the one for JavaScript is Mustache, like most others. */
const clientOf = (ctx: RequestContext): TemplateClient =>
  ctx.get('X-Langfuse-Sdk-Name').toLowerCase() === 'python' ? 'langfuse-python' : 'langfuse-js';

interface ReadRequest {
  /** Undefined if no version can be meant. */
  readonly choice: VersionChoice | undefined;
  readonly wanted: Wanted;
  readonly resolve: boolean;
}

/** Unlike our own default, a prompt without the label `production` is not found: applications have a fallback for that. */
function toRequest(query: ReturnType<(typeof readQuerySchema)['parse']>): ReadRequest {
  const { version: number, label: text = DEFAULT_LABEL } = query;
  const resolve = query.resolve !== 'false';
  if (number !== undefined) {
    const version = parseVersionNumber(number);
    return {
      choice: version === undefined ? undefined : { by: 'version', version },
      wanted: { version: number },
      resolve,
    };
  }
  const label = foreignLabelOrLatest(text);
  return { choice: label && { by: 'label', label }, wanted: { label: text }, resolve };
}

const NOTHING = { prompts: [], total: 0 };

export function listPrompts({ listNumberedPage }: ReadServices): Handle<RevisionState> {
  const readRequest = queryReader(listQuerySchema, toListRequest);
  const responses = new CachedResponses();
  return (ctx) =>
    responses.respond(ctx, '', async () => {
      const { filter, page, name } = readRequest(ctx);
      const execution = RequestExecution.of(ctx);
      const { id } = ctx.state.account;
      if (!filter) return { body: presentList(NOTHING, page, name) };
      return execution.heavy(async () => {
        const found = await listNumberedPage.execute(id, filter, page, execution);
        return { body: presentList(found, page, name) };
      });
    });
}

function toListRequest({ page, limit, ...query }: ReturnType<(typeof listQuerySchema)['parse']>) {
  const name = query.name === undefined ? undefined : parsePromptName(foreignName(query.name) ?? '');
  const label = query.label === undefined ? LATEST : foreignLabelOrLatest(query.label);
  const tag = query.tag === undefined ? undefined : foreignTag(query.tag);
  const isImpossible =
    (query.name !== undefined && !name) || label === undefined || (query.tag !== undefined && tag === undefined);
  const filter = {
    name,
    label,
    tags: tag ? [tag] : [],
    archived: false,
    updatedFrom: query.fromUpdatedAt,
    updatedBefore: query.toUpdatedAt,
  } as const;
  return { filter: isImpossible ? undefined : filter, page: { page, limit }, name: query.name };
}
