import type { Execution } from '../../../../application/ports/execution.ts';
import type { ReadRequest } from '../../../../application/prompts/read-prompt.ts';
import type {
  PreparedPrompt,
  PreparePromptOutcome,
  RenderPrompt,
} from '../../../../application/prompts/render-prompt.ts';
import type { PromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { PromptsState } from '../../../../domain/prompts/write-id.ts';
import { readOptionalJson } from '../../http/body/read-json.ts';
import { invalid } from '../../http/errors/rejection.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import { type RevisionState, reportReadTo } from '../../http/request/request-state.ts';
import { respondData } from '../../http/response/respond-json.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { promptOperations } from './operations/prompt-operations.ts';
import { readReference, toVersionChoice } from './path-parameters.ts';
import { presentInclude } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt, rejectRendering } from './prompt-rejections.ts';
import { ResponseCache } from './response-cache.ts';
import type { PromptMount } from './write-handlers.ts';

export interface RenderServices extends PromptMount, NameSuggestions {
  readonly renderPrompt: RenderPrompt;
}

/** Includes the charset, because some clients ask for exactly that. */
const PLAIN_TEXT = 'text/plain; charset=utf-8';

type Context = RouteContext<RevisionState>;

interface CachedPrompt extends PreparedPrompt {
  /** State of the account when the prompt was read, or earlier: while it stays the same, so does what is rendered. */
  readonly promptsState: PromptsState;
}

/** Room for a few prompts with as many tags as allowed, whose parsing takes longer than hundreds of requests. */
const PREPARED_LIMITS = { bytesMax: 32 * 1024 * 1024, entryBytesMax: 6 * 1024 * 1024 };

/** Reads and parses a prompt again only if some prompt of the account has changed. */
export function renderPrompt({ renderPrompt, ...suggestions }: RenderServices): Handle<RevisionState> {
  const cache = new ResponseCache<CachedPrompt>(undefined, PREPARED_LIMITS);

  function findPrepared({ state }: Context, name: string): PreparedPrompt | undefined {
    const cached = cache.get(name);
    if (cached?.promptsState !== state.promptsState) return undefined;
    const { prompt, version, resolved } = cached.reading;
    state.promptRead = { promptId: prompt.id, version: version.version, label: resolved.label };
    state.isSettled = true;
    return cached;
  }

  async function prepare(
    ctx: Context,
    name: string,
    reference: PromptReference,
    request: ReadRequest,
    execution: Execution,
  ): Promise<PreparePromptOutcome> {
    const { account, promptsState } = ctx.state;
    const outcome = await renderPrompt.prepare(account.id, reference, request, execution, reportReadTo(ctx));
    if (outcome.kind === 'prepared' && !request.at) cache.set(name, { ...outcome, promptsState });
    return outcome;
  }

  return async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const values = await readOptionalJson(ctx, promptOperations.render.body);
    const execution = RequestExecution.of(ctx);
    const choice = toVersionChoice(values, () => invalid([{ path: 'label', problem: 'malformed' }]));
    const name = `${ctx.state.account.id} ${ctx.params['ref']} ${JSON.stringify(choice)}`;
    const request = { choice, at: values.at };
    const known = values.at ? undefined : findPrepared(ctx, name);
    const prepared = known ?? (await prepare(ctx, name, reference, request, execution));
    const outcome = prepared.kind === 'prepared' ? await renderPrompt.render(prepared, values, execution) : prepared;
    switch (outcome.kind) {
      case 'rendered': {
        const { rendered, config, version, hash, fingerprint } = outcome;
        if (rendered.type === 'text' && prefersPlainText(ctx)) {
          ctx.set('Content-Type', PLAIN_TEXT);
          ctx.body = Buffer.from(rendered.text);
          return;
        }
        const { type: _, ...result } = rendered;
        const includes = outcome.includes.map(presentInclude);
        respondData(ctx, { ...result, config, version, hash, fingerprint, includes });
        return;
      }
      case 'variables-invalid':
      case 'includes-invalid':
      case 'too-large':
        throw rejectRendering(outcome);
      default:
        throw await rejectPrompt(ctx, outcome, suggestions);
    }
  };
}

/** Accept headers of most clients; parsing the header would take longer than rendering. */
const ACCEPTS_JSON: ReadonlySet<string> = new Set(['', '*/*', 'application/json']);

const prefersPlainText = (ctx: Context): boolean =>
  !ACCEPTS_JSON.has(ctx.get('Accept')) && ctx.accepts('json', PLAIN_TEXT) === PLAIN_TEXT;
