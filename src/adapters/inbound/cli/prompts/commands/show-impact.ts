import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { JSON_TYPE } from '../../../../../../clients/typescript/src/network/api-connection.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { EXIT } from '../../host/exit-codes.ts';
import { readMovableLabel, readVersionNumber } from '../../host/read-options.ts';
import { formatTable } from '../../terminal/print-table.ts';
import { visible } from '../../terminal/safe-output.ts';
import { WrongUsage } from '../../terminal/wrong-usage.ts';
import { parsePromptFile } from '../files/prompt-file.ts';
import { EXTENSION } from '../files/prompt-file-path.ts';
import { callService, promptPath } from './api-command.ts';

export interface ImpactOptions extends JsonOption {
  readonly version?: string;
  readonly label?: string;
}

const impact = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      include: z.string(),
      state: z.string(),
      breaking: z.array(z.object({ path: z.string(), problem: z.string() })),
    }),
  ),
  affected: z.int(),
  truncated: z.boolean(),
});

/** `prompthold prompt impact`. Exits with 1 if callers of other prompts would fail. */
export async function showImpact(host: CommandHost, options: ImpactOptions, text: string): Promise<number> {
  const label = options.label === undefined ? undefined : readMovableLabel(options.label);
  const { name, ...change } = text.endsWith(EXTENSION) ? await readDraft(text, options) : chooseVersion(text, options);
  const path = `${promptPath(name)}/impact`;
  return callService(host, options, async ({ terminal, api }) => {
    const body = JSON.stringify({ ...change, label });
    const response = await api.call({ method: 'POST', path, headers: JSON_TYPE, body });
    if (response.status !== 200) throw api.unexpected(response);
    const found = api.parse(impact, response);
    if (options.json) terminal.print(JSON.stringify(response.body.json));
    else if (found.data.length === 0) terminal.report(visible(`${name}: nothing that includes it would change.`));
    else terminal.print(formatImpact(found));
    return found.data.some(({ breaking }) => breaking.length > 0) ? EXIT.failed : EXIT.succeeded;
  });
}

function chooseVersion(name: string, { version }: ImpactOptions) {
  if (version === undefined) throw new WrongUsage('name a version with --version, or a prompt file');
  return { name, version: readVersionNumber('--version', version) };
}

/** The content of a prompt file, against the prompt that it names. */
async function readDraft(path: string, { version }: ImpactOptions) {
  if (version !== undefined) throw new WrongUsage('--version cannot be used with a prompt file');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongUsage(`cannot read ${path}: ${error.code}`);
  });
  const read = parsePromptFile(text);
  const [problem] = read.kind === 'invalid' ? read.problems : [];
  if (problem) throw new WrongUsage(`${path}:${problem.line} ${problem.problem}`);
  if (read.kind === 'invalid' || read.prompt.name === undefined)
    throw new WrongUsage(`${path} does not name its prompt`);
  const { name, content, variables, config } = read.prompt;
  const { type: _, ...template } = content;
  return { name, ...template, variables, config };
}

function formatImpact({ data, affected, truncated }: z.output<typeof impact>): string {
  const rows = data.map(({ name, label, include, state, breaking }) => [
    `${name}@${label}`,
    include,
    state,
    breaking.map(({ path, problem }) => `${path}: ${problem}`).join(', '),
  ]);
  const table = formatTable(['WHAT', 'INCLUDE', 'STATE', 'BREAKS'], rows);
  return truncated ? `${table}\n… and more: ${affected} would change in all.` : table;
}
