import { type Execution, runInTurns } from '../../../../application/ports/execution.ts';
import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { FlattenPrompt, FlattenPromptOutcome } from '../../../../application/prompts/flatten-prompt.ts';
import { type ReadPrompt, type ReportRead, toPromptRead } from '../../../../application/prompts/read-prompt.ts';
import { runByCost } from '../../../../application/prompts/run-by-cost.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { PromptReference } from '../../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import { expressPrompt } from '../../../../domain/templates/clients/express-prompt.ts';
import { printCompositionTag } from '../../../../domain/templates/clients/langfuse-text.ts';
import type { TemplateClient } from '../../../../domain/templates/clients/template-client.ts';
import {
  type PromptContent,
  type PromptTemplate,
  parsePublishedInSteps,
  templatesOf,
} from '../../../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../../../domain/templates/template-uses.ts';
import { rejectNotExpressible } from '../template-rejections.ts';

export interface ServeServices {
  readonly flattenPrompt: FlattenPrompt;
  readonly readPrompt: ReadPrompt;
  readonly readPromptHead: PromptReader['readHead'];
}

export interface ServeRequest {
  readonly choice: VersionChoice;
  readonly client: TemplateClient;
  /** Whether includes are inserted; otherwise they are written as composition tags. */
  readonly resolve: boolean;
  readonly reportRead: ReportRead;
}

type Flattened = Extract<FlattenPromptOutcome, { readonly kind: 'flattened' }>;
type Served = Pick<Flattened, 'prompt' | 'version' | 'resolved' | 'content' | 'graph'> & { readonly kind: 'served' };
type ServeOutcome = Served | Exclude<FlattenPromptOutcome, Flattened>;

/** Reads a version in the notation of a client. Rejects what the client would render differently. */
export async function serveVersion(
  services: ServeServices,
  owner: AccountId,
  reference: PromptReference,
  { choice, client, resolve, reportRead }: ServeRequest,
  execution: Execution,
): Promise<ServeOutcome> {
  if (resolve) {
    const outcome = await services.flattenPrompt.execute(owner, reference, choice, execution, reportRead);
    if (outcome.kind !== 'flattened') return outcome;
    const { prompt, version, resolved, template, graph } = outcome;
    return { kind: 'served', prompt, version, resolved, graph, content: express(template, client) };
  }
  const outcome = await services.readPrompt.execute(owner, reference, { choice });
  const read = toPromptRead(outcome);
  if (read) reportRead(read);
  if (outcome.kind !== 'read') return outcome;
  const { prompt, version, resolved } = outcome;
  const template = await parse(version.content, execution);
  if (!template) return { kind: 'too-large', limit: 'tags' };
  const printInclude = await includePrinter(services, owner, template);
  const content = express(template, client, printInclude);
  return { kind: 'served', prompt, version, resolved, graph: undefined, content };
}

type PrintInclude = (target: IncludeTarget) => string;

function express(template: PromptTemplate, client: TemplateClient, printInclude?: PrintInclude): PromptContent {
  const outcome = expressPrompt(template, client, printInclude ? { printInclude } : {});
  if (outcome.kind === 'not-expressible') throw rejectNotExpressible(outcome.findings);
  return outcome.content;
}

/** The content of a version that was just written or labelled, which is shown even if no client can render it. */
export async function presentWritten(
  services: ServeServices,
  owner: AccountId,
  { content }: Pick<PromptVersion, 'content'>,
  execution: Execution,
): Promise<PromptContent> {
  const template = await parse(content, execution);
  if (!template) return content;
  const printInclude = await includePrinter(services, owner, template);
  const outcome = expressPrompt(template, 'langfuse-js', { printInclude });
  return outcome.kind === 'expressed' ? outcome.content : content;
}

const parse = (content: PromptContent, execution: Execution): Promise<PromptTemplate | undefined> =>
  runByCost(content, execution, (granted) => runInTurns(parsePublishedInSteps(content), granted));

/** Includes without a selector get the one that the default rule finds now: a composition tag must have one. */
async function includePrinter(
  { readPromptHead }: Pick<ServeServices, 'readPromptHead'>,
  owner: AccountId,
  template: PromptTemplate,
): Promise<PrintInclude> {
  const floating = includeTargets(templatesOf(template)).filter(({ selector }) => selector === undefined);
  const printed = new Map<string, string>();
  for (const target of floating) {
    const head = await readPromptHead(owner, { by: 'name', name: target.name }, DEFAULT_CHOICE);
    const selector = head?.label === undefined ? undefined : ({ by: 'label', label: head.label } as const);
    printed.set(printIncludeTarget(target), printCompositionTag({ ...target, selector }));
  }
  return (target) => printed.get(printIncludeTarget(target)) ?? printCompositionTag(target);
}
