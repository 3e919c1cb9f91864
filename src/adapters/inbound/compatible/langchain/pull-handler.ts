import type { FlattenPrompt, FlattenPromptOutcome } from '../../../../application/prompts/flatten-prompt.ts';
import {
  type FindVersionByHash,
  SEARCHED_VERSIONS_MAX,
} from '../../../../application/prompts/versions/find-version-by-hash.ts';
import { foreignName } from '../../../../domain/naming/foreign-name.ts';
import { type PromptReference, parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../../../domain/prompts/prompt-version.ts';
import { expressPrompt } from '../../../../domain/templates/clients/express-prompt.ts';
import { findReservedNames } from '../../../../domain/templates/clients/find-reserved-names.ts';
import type { TemplateClient } from '../../../../domain/templates/clients/template-client.ts';
import { noPrompt } from '../../api/prompts/prompt-sentences.ts';
import { printText } from '../../http/errors/printed-text.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import { type RevisionState, reportReadTo } from '../../http/request/request-state.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { CachedResponses, type ReadResponse } from '../cached-responses.ts';
import { rejectFlattening, rejectNotExpressible } from '../template-rejections.ts';
import { parseCommit, printCommit } from './commit.ts';
import { type SerializedObject, toManifest } from './manifest.ts';

export interface PullServices {
  readonly flattenPrompt: FlattenPrompt;
  readonly findVersionByHash: FindVersionByHash;
}

type Context = RouteContext<RevisionState>;
type Flattened = Extract<FlattenPromptOutcome, { readonly kind: 'flattened' }>;

/** Responds with one version of a prompt as LangChain serializes it. */
export function pullPrompt(services: PullServices): Handle<RevisionState> {
  const responses = new CachedResponses();
  return (ctx) => {
    const client = clientOf(ctx);
    return responses.respond(ctx, client, () => buildResponse(ctx, services, client));
  };
}

type LangchainClient = Extract<TemplateClient, `langchain${string}`>;

const PYTHON = 'langsmith-py/';

/** The Python client is the only one that escapes values as HTML. */
const clientOf = ({ req }: Context): LangchainClient =>
  req.headers['user-agent']?.startsWith(PYTHON) ? 'langchain-python' : 'langchain';

async function buildResponse(ctx: Context, services: PullServices, client: LangchainClient): Promise<ReadResponse> {
  rejectModel(ctx);
  const flattened = await flatten(ctx, services);
  const { prompt, version, resolved } = flattened;
  return {
    body: { commit_hash: printCommit(version.hash), manifest: buildManifest(flattened, client), examples: [] },
    read: { promptId: prompt.id, version: version.version, label: resolved.label },
  };
}

const WITH_MODEL = 'include_model';

/** A config of ours is not a model that LangChain could construct. */
function rejectModel(ctx: Context): void {
  if (!new URLSearchParams(ctx.querystring).getAll(WITH_MODEL).includes('true')) return;
  const text = 'must not be true: prompts are served without a model';
  throw invalid(
    [{ path: WITH_MODEL, problem: 'unsupported', text }],
    'Prompts are served without a model. Pull without includeModel.',
  );
}

async function flatten(ctx: Context, services: PullServices): Promise<Flattened> {
  const { name = '', owner = '' } = ctx.params;
  const reference = parsePromptReference(foreignName(name) ?? '');
  if (!reference) throw rejectName(name, owner);
  const execution = RequestExecution.of(ctx);
  const choice = await choose(ctx, services, reference, execution);
  const { account } = ctx.state;
  const outcome = await services.flattenPrompt.execute(account.id, reference, choice, execution, reportReadTo(ctx));
  if (outcome.kind === 'not-found') throw rejectName(name, owner);
  if (outcome.kind !== 'flattened') throw rejectFlattening(outcome, name);
  return outcome;
}

async function choose(
  ctx: Context,
  { findVersionByHash }: PullServices,
  reference: PromptReference,
  execution: RequestExecution,
): Promise<VersionChoice> {
  const { name = '', owner = '', commit: text = '' } = ctx.params;
  const commit = parseCommit(text);
  if (!commit) throw rejectCommit(text);
  if (commit.by === 'choice') return commit.choice;
  const outcome = await findVersionByHash.execute(ctx.state.account.id, reference, commit.hash, execution);
  switch (outcome.kind) {
    case 'found':
      return { by: 'version', version: outcome.version };
    case 'hash-not-found':
      ctx.state.promptRead = { promptId: outcome.prompt.id, version: undefined };
      throw rejectHash(outcome.prompt.name, commit.hash);
    case 'not-found':
      throw rejectName(name, owner);
  }
}

function buildManifest({ template, variables }: Flattened, client: LangchainClient): SerializedObject {
  const expressed = expressPrompt(template, client);
  if (expressed.kind === 'not-expressible') throw rejectNotExpressible(expressed.findings);
  const reserved = findReservedNames(template);
  if (reserved.length > 0) throw rejectNotExpressible(reserved);
  return toManifest({ content: expressed.content, template, variables });
}

/** Clients that read `folder/name` as an owner and a name would not find the prompt. */
export function rejectName(name: string, owner: string): Rejection {
  const isFolder = owner !== NO_OWNER && !name.includes('/');
  const advice = isFolder ? ` The owner is ignored: write a folder as ${printText(`${owner}%2F${name}`)}.` : '';
  return new Rejection('prompt_not_found', { sentence: `${noPrompt(name)}${advice}` });
}

/** Owner that clients send if the name has none. */
const NO_OWNER = '-';

const rejectCommit = (text: string): Rejection =>
  new Rejection('label_not_found', {
    sentence: `${printText(text)} is neither a label, nor the number of a version, nor the 64 digits of a hash.`,
  });

const rejectHash = (name: string, hash: ContentHash): Rejection =>
  new Rejection('version_not_found', {
    sentence: `None of the newest ${SEARCHED_VERSIONS_MAX} versions of ${name} has the hash ${hash}.`,
  });
