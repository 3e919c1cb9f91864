import { orderByIncludes } from '../../../../../domain/prompts/include-order.ts';
import { findWarnings } from '../../../../../domain/templates/content-warnings.ts';
import { includeTargets } from '../../../../../domain/templates/template-uses.ts';
import { unifiedDiff } from '../../../../../domain/text/unified-diff.ts';
import { describeNearTag } from '../../../../text/describe-near-tag.ts';
import { visible } from '../../terminal/safe-output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { printDetail } from '../api/api-failure.ts';
import { type BadFile, readPromptFiles, type SoundFile } from '../files/read-prompt-files.ts';
import { LockFile, readLock } from '../lock/lock-file.ts';
import { type PushResult, publishAll } from './publish-files.ts';
import { type PlannedPush, PushPlanner } from './push-plan.ts';
import { FOREIGN_LOCK, failureOf, type PromptTools, type PushOptions, tally } from './sync-report.ts';

const OUTCOMES = ['created', 'new-version', 'updated', 'unchanged', 'conflict', 'failed'] as const;

/** Publishes the files of a folder that were edited since they were pulled or pushed. Returns the exit code. */
export async function push(tools: PromptTools, options: PushOptions): Promise<number> {
  const { terminal, api, folder } = tools;
  const { sound, bad } = await readPromptFiles(folder);
  if (bad.length > 0) return refuseBadFiles(terminal, bad, options);
  if (sound.length === 0) return refuseEmptyFolder(tools, options);
  const stored = await readLock(folder);
  // Archived prompts too: their names are taken.
  const remotes = await Array.fromAsync(api.prompts('latest', 'any'));
  const lock = new LockFile(folder, await api.account(), stored);
  if (lock.isForeign) terminal.report(FOREIGN_LOCK);
  lock.keepOnly(new Set(sound.map(({ name }) => name)));

  const files = inIncludeOrder(sound);
  const planner = new PushPlanner(api, lock, files, remotes, options);
  const plans: PlannedPush[] = [];
  for (const file of files) plans.push(await planner.plan(file));
  if (options.dryRun) return preview(terminal, plans, options);
  return publish(tools, plans, planner, lock, options);
}

/** Included prompts first, so that a service without any of them accepts them all. It rejects circles, which come last. */
function inIncludeOrder(files: readonly SoundFile[]): readonly SoundFile[] {
  const named = new Map(files.map((file) => [file.name, file]));
  const namesIn = ({ templates }: SoundFile) => new Set<string>(includeTargets(templates).map(({ name }) => name));
  const { ordered, circular } = orderByIncludes(named, namesIn);
  return [...ordered, ...circular];
}

function refuseBadFiles(terminal: Terminal, bad: readonly BadFile[], { dryRun, json }: PushOptions): number {
  for (const { path, line, problem } of bad) {
    terminal.report(visible(`${path}${line === null ? '' : `:${line}`}: ${problem}`));
  }
  const files = new Set(bad.map(({ path }) => path)).size;
  const error = `Nothing was pushed: ${files === 1 ? 'a file has' : `${files} files have`} problems.`;
  terminal.report(error);
  if (json) terminal.print(JSON.stringify({ error, code: 'invalid_files', dryRun, prompts: [], problems: bad }));
  return 1;
}

function refuseEmptyFolder({ terminal, folder }: PromptTools, { dryRun, json }: PushOptions): number {
  const error = `There are no .prompt.md files in ${folder.root}.`;
  terminal.report(error);
  if (json) terminal.print(JSON.stringify({ error, code: 'no_files', dryRun, prompts: [], problems: [] }));
  return 1;
}

function preview(terminal: Terminal, plans: readonly PlannedPush[], { json }: PushOptions): number {
  const results = plans.map((plan) => {
    const { file, change, decision } = plan;
    const diff = diffOf(plan);
    const warnings = decision.kind === 'publish' ? findWarnings(file.prompt.content) : undefined;
    if (!json && change !== 'unchanged') terminal.print(`${change}  ${file.name}\n${visible(diff)}`.trimEnd());
    if (decision.kind !== 'conflict') return { name: file.name, outcome: change, diff, ...(warnings && { warnings }) };
    return { name: file.name, outcome: change, diff, problem: decision.problem };
  });
  reportProblems(terminal, results);
  const failure = failureOf(results);
  if (json) terminal.print(JSON.stringify({ ...failure, dryRun: true, prompts: results, problems: [] }));
  const changing = results.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'conflict').length;
  terminal.report(`${changing} of ${results.length} prompts would change (${summary(results)}). Nothing was pushed.`);
  return failure ? 1 : 0;
}

/** Prints the changes that a pull would find, and those that are in no file. */
function diffOf({ file: { path }, change, remote, before, after, moves }: PlannedPush): string {
  const from = remote === undefined ? '/dev/null' : `${path} (version ${remote.latestVersion})`;
  const labels = moves.map((move) => {
    return `label ${move.label}: ${move.from === null ? 'new' : `moves from version ${move.from}`}\n`;
  });
  const refused = remote?.archived && change !== 'unchanged' ? 'archived: the service will refuse this\n' : '';
  return unifiedDiff(before, after, { from, to: path }) + labels.join('') + refused;
}

async function publish(
  { terminal, api }: PromptTools,
  plans: readonly PlannedPush[],
  planner: PushPlanner,
  lock: LockFile,
  options: PushOptions,
): Promise<number> {
  const results: PushResult[] = [];
  const onResult = (result: PushResult): void => {
    results.push(result);
    if (!options.json) printResult(terminal, result);
    reportProblems(terminal, [result]);
  };
  const failure = await publishAll({ api, planner, lock, options, onResult }, plans);
  const fields = failure?.toReport() ?? failureOf(results);
  if (options.json) terminal.print(JSON.stringify({ ...fields, dryRun: false, prompts: results, problems: [] }));
  if (results.length > 0) terminal.report(summary(results));
  if (!failure) return fields ? 1 : 0;
  const untried = plans.length - results.length;
  terminal.report(visible(`${failure.message}\nNot tried: ${untried} of ${plans.length} prompts.`));
  return failure.exitCode;
}

function printResult(terminal: Terminal, { name, outcome, version }: PushResult): void {
  terminal.print(`${outcome.padEnd(11)}  ${name}${version === undefined ? '' : `  version ${version}`}`);
}

function reportProblems(
  terminal: Terminal,
  results: readonly Pick<PushResult, 'name' | 'problem' | 'refusal' | 'warnings'>[],
): void {
  for (const { name, problem, refusal, warnings = [] } of results) {
    for (const { path, line, column, text, problem } of warnings) {
      const place = `${path}, line ${line}, column ${column}`;
      terminal.report(visible(`${name}: ${place}: ${text} is plain text: ${describeNearTag(problem)}`));
    }
    if (problem !== undefined) terminal.report(visible(`${name}: ${problem}`));
    if (!refusal) continue;
    const { error, code, details = [] } = refusal;
    const reasons = details.map((detail) => `\n  ${printDetail(detail)}`).join('');
    terminal.report(visible(`${name}: ${error}${code === undefined ? '' : ` (${code})`}${reasons}`));
  }
}

const summary = (results: readonly Pick<PushResult, 'outcome'>[]): string =>
  tally(
    OUTCOMES,
    results.map(({ outcome }) => outcome),
  );
