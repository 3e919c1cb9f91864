import { unifiedDiff } from '../../../../domain/text/unified-diff.ts';
import { visible } from '../terminal/safe-output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { ApiFailure, type ApiRefusal } from './api/api-failure.ts';
import { inIncludeOrder } from './files/include-order.ts';
import type { PromptFilesFolder } from './files/prompt-files-folder.ts';
import { type BadFile, readPromptFiles } from './files/read-prompt-files.ts';
import type { PromptApi } from './prompt-api.ts';
import { tally } from './prompt-report.ts';
import { type Change, type PlannedPush, planPush, type RemotePrompts } from './push-plan.ts';

export interface PushOptions {
  readonly dryRun: boolean;
  readonly labels: readonly string[];
  readonly message: string | undefined;
  readonly json: boolean;
}

/** What a command about prompts as files works with. */
export interface PromptTools {
  readonly terminal: Terminal;
  readonly api: PromptApi;
  readonly folder: PromptFilesFolder;
}

/** What became of one prompt, or would become of it. */
interface PushResult {
  readonly name: string;
  readonly outcome: Change | 'failed';
  /** The version that the prompt has now; absent when it failed or nothing was done. */
  readonly version?: number;
  readonly diff?: string;
  readonly refusal?: ApiRefusal;
}

const OUTCOMES = ['created', 'new-version', 'updated', 'unchanged', 'failed'] as const;

/** Publishes the files of a folder that differ from the service. Returns the exit code. */
export async function push(tools: PromptTools, options: PushOptions): Promise<number> {
  const { terminal, api, folder } = tools;
  const { sound, bad } = await readPromptFiles(folder);
  if (bad.length > 0) return refuseBadFiles(terminal, bad, options);
  if (sound.length === 0) {
    terminal.report(`There are no .prompt.md files in ${folder.root}.`);
    return 1;
  }
  const plans = planPush(inIncludeOrder(sound), await newestOfAll(api), options.labels);
  return options.dryRun ? preview(terminal, plans, options) : publishAll(tools, plans, options);
}

function refuseBadFiles(terminal: Terminal, bad: readonly BadFile[], { dryRun, json }: PushOptions): number {
  for (const { path, line, problem } of bad) {
    terminal.report(visible(`${path}${line === null ? '' : `:${line}`}: ${problem}`));
  }
  const files = new Set(bad.map(({ path }) => path)).size;
  terminal.report(`Nothing was pushed: ${files === 1 ? 'a file has' : `${files} files have`} problems.`);
  if (json) terminal.print(JSON.stringify({ dryRun, prompts: [], problems: bad }));
  return 1;
}

/** Archived prompts too: their names are taken. */
async function newestOfAll(api: PromptApi): Promise<RemotePrompts> {
  const remotes = await Array.fromAsync(api.prompts({ label: 'latest', archived: 'any' }));
  return new Map(remotes.map((remote) => [remote.prompt.name, remote]));
}

function preview(terminal: Terminal, plans: readonly PlannedPush[], { json }: PushOptions): number {
  const results = plans.map((plan) => {
    const { name } = plan.file;
    const diff = diffOf(plan);
    if (!json && plan.change !== 'unchanged') terminal.print(`${plan.change}  ${name}\n${visible(diff)}`.trimEnd());
    return { name, outcome: plan.change, diff };
  });
  if (json) terminal.print(JSON.stringify({ dryRun: true, prompts: results, problems: [] }));
  const changing = results.filter(({ outcome }) => outcome !== 'unchanged').length;
  terminal.report(`${changing} of ${results.length} prompts would change (${summary(results)}). Nothing was pushed.`);
  return 0;
}

/** What a pull would find changed, and what is in no file. */
function diffOf({ file: { path }, change, before, after, latestVersion, moves, isArchived }: PlannedPush): string {
  const from = latestVersion === undefined ? '/dev/null' : `${path} (version ${latestVersion})`;
  const labels = moves.map((move) => {
    return `label ${move.label}: ${move.from === null ? 'new' : `moves from version ${move.from}`}\n`;
  });
  const refused = isArchived && change !== 'unchanged' ? 'archived: the service will refuse this\n' : '';
  return unifiedDiff(before, after, { from, to: path }) + labels.join('') + refused;
}

async function publishAll({ terminal, api }: PromptTools, plans: readonly PlannedPush[], options: PushOptions) {
  const results: PushResult[] = [];
  let failure: ApiFailure | undefined;
  for (const plan of plans) {
    try {
      const result = await publish(api, plan, options);
      results.push(result);
      reportResult(terminal, result, options);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure = error;
      break;
    }
  }
  if (options.json) terminal.print(JSON.stringify({ dryRun: false, prompts: results, problems: [] }));
  if (results.length > 0) terminal.report(summary(results));
  if (failure) {
    terminal.report(
      visible(`${failure.message}\nNot tried: ${plans.length - results.length} of ${plans.length} prompts.`),
    );
    return failure.exitCode;
  }
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function publish(api: PromptApi, plan: PlannedPush, { labels, message }: PushOptions): Promise<PushResult> {
  const { file, change, isCertain, latestVersion } = plan;
  const { name } = file;
  if (change === 'unchanged' && isCertain && latestVersion !== undefined) {
    return { name, outcome: 'unchanged', version: latestVersion };
  }
  const outcome = await api.publish(name, file.prompt, { labels, message });
  if (outcome.kind === 'refused') return { name, outcome: 'failed', refusal: outcome.refusal };
  const { isNew, unchanged, version } = outcome;
  if (isNew) return { name, outcome: 'created', version };
  if (unchanged) return { name, outcome: 'unchanged', version };
  return { name, outcome: version === latestVersion ? 'updated' : 'new-version', version };
}

function reportResult(
  terminal: Terminal,
  { name, outcome, version, refusal }: PushResult,
  { json }: PushOptions,
): void {
  if (!json) terminal.print(`${outcome.padEnd(11)}  ${name}${version === undefined ? '' : `  version ${version}`}`);
  if (!refusal) return;
  const { error, code, details = [] } = refusal;
  const reasons = details.map(({ path, problem }) => `\n  ${path}: ${problem}`).join('');
  terminal.report(visible(`${name}: ${error}${code === undefined ? '' : ` (${code})`}${reasons}`));
}

const summary = (results: readonly Pick<PushResult, 'outcome'>[]): string =>
  tally(
    OUTCOMES,
    results.map(({ outcome }) => outcome),
  );
