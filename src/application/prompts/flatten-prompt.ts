import type { AccountId } from '../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../domain/naming/include-target.ts';
import type { PromptId, PromptName, PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt, ResolvedVersion, VersionChoice } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import { flattenPromptInSteps } from '../../domain/templates/flatten-template.ts';
import { toProblem } from '../../domain/templates/include-problems.ts';
import {
  type PromptContent,
  type PromptTemplate,
  parsePublishedInSteps,
  templatesOf,
} from '../../domain/templates/prompt-content.ts';
import type { RenderLimit } from '../../domain/templates/render-template.ts';
import { includeTargets, variableUsesInSteps } from '../../domain/templates/template-uses.ts';
import { type VariableDeclaration, withUndeclared } from '../../domain/templates/variables.ts';
import { type Execution, runInTurns, UNLIMITED } from '../ports/execution.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import { type LoadedIncludes, loadIncludes } from './includes/load-includes.ts';
import { pinReading } from './includes/pin-includes.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';
import { type ReadPrompt, type ReadVersion, type ReportRead, toPromptRead } from './read-prompt.ts';
import { runByCost } from './run-by-cost.ts';

/** One version of a prompt in the graph of includes. */
export interface GraphVersion {
  readonly promptId: PromptId;
  readonly name: PromptName;
  readonly version: number;
}

/** Everything that a version includes, directly or not. */
export interface IncludeGraph {
  readonly root: GraphVersion;
  /** Each version that includes others, the root first, with its direct includes in the order of the text. */
  readonly dependencies: readonly { readonly of: GraphVersion; readonly includes: readonly GraphVersion[] }[];
}

export type FlattenPromptOutcome =
  | {
      readonly kind: 'flattened';
      readonly prompt: Prompt;
      /** The version as published, includes not inserted. */
      readonly version: PromptVersion;
      readonly resolved: ResolvedVersion;
      /** The content with all includes inserted. */
      readonly content: PromptContent;
      readonly template: PromptTemplate;
      /** The declared variables, and those that floating includes have started to use. */
      readonly variables: readonly VariableDeclaration[];
      /** Undefined if the version includes nothing. */
      readonly graph: IncludeGraph | undefined;
    }
  | { readonly kind: 'includes-invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit }
  | LabelNotFound
  | VersionNotFound
  | { readonly kind: 'not-found' };

/** Reads a version as one template without includes, for clients that render it themselves. */
export class FlattenPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly readPrompt: ReadPrompt,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    execution: Execution = UNLIMITED,
    reportRead?: ReportRead,
  ): Promise<FlattenPromptOutcome> {
    const reading = await this.readPrompt.execute(owner, reference, { choice });
    const read = toPromptRead(reading);
    if (read) reportRead?.(read);
    if (reading.kind !== 'read') return reading;
    return runByCost(reading.version.content, execution, (granted) => this.flattenReading(reading, granted));
  }

  private async flattenReading(reading: ReadVersion, execution: Execution): Promise<FlattenPromptOutcome> {
    const { prompt, version, resolved } = reading;
    const template = await runInTurns(parsePublishedInSteps(version.content), execution);
    if (!template) return { kind: 'too-large', limit: 'tags' };
    const targets = includeTargets(templatesOf(template));
    if (targets.length === 0) {
      const { content, variables } = version;
      return { kind: 'flattened', prompt, version, resolved, content, template, variables, graph: undefined };
    }
    const pin = pinReading(this.reader, reading);
    return execution.heavy(async () => {
      const includes = await loadIncludes(this.reader, prompt.owner, targets, execution, pin);
      if (includes.kind === 'invalid') return { kind: 'includes-invalid', problems: includes.problems };
      if (includes.kind === 'too-large') return { kind: 'too-large', limit: includes.limit };
      return flatten(reading, template, targets, includes, execution);
    });
  }
}

async function flatten(
  { prompt, version, resolved }: ReadVersion,
  template: PromptTemplate,
  targets: readonly IncludeTarget[],
  includes: LoadedIncludes,
  execution: Execution,
): Promise<FlattenPromptOutcome> {
  const flat = await runInTurns(flattenPromptInSteps(template, includes.lookup), execution);
  if (flat.kind === 'too-large') return flat;
  if (flat.kind === 'include-not-found') {
    return { kind: 'includes-invalid', problems: [toProblem(flat.target, 'prompt-missing')] };
  }
  // A floating include may now use variables that it did not use at the time of publication.
  const uses = await runInTurns(variableUsesInSteps(templatesOf(template), includes.lookup), execution);
  const variables = withUndeclared(version.variables, uses);
  const root = { promptId: prompt.id, name: prompt.name, version: version.version };
  const graph = { root, dependencies: findDependencies(root, targets, includes) };
  return { ...flat, prompt, version, resolved, variables, graph };
}

/** Breadth first. Different targets may select the same version, which appears once then. */
function findDependencies(
  root: GraphVersion,
  targets: readonly IncludeTarget[],
  { get }: LoadedIncludes,
): IncludeGraph['dependencies'] {
  const dependencies = new Map<string, IncludeGraph['dependencies'][number]>();
  const pending = [{ of: root, targets }];
  for (const next of pending) {
    if (next.targets.length === 0 || dependencies.has(printVersion(next.of))) continue;
    const includes = new Map<string, GraphVersion>();
    for (const target of next.targets) {
      const { promptId, name, version, targets } = get(target);
      const found = { promptId, name, version };
      includes.set(printVersion(found), found);
      pending.push({ of: found, targets });
    }
    dependencies.set(printVersion(next.of), { of: next.of, includes: [...includes.values()] });
  }
  return [...dependencies.values()];
}

const printVersion = ({ promptId, version }: GraphVersion): string => `${promptId}.${version}`;
