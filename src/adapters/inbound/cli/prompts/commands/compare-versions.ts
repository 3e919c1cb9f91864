import { z } from 'zod';
import { parseVersionSelector, printVersionSelector } from '../../../../../domain/naming/version-selector.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { visible } from '../../terminal/safe-output.ts';
import { WrongUsage } from '../../terminal/wrong-usage.ts';
import { promptPath, runWithApi } from './api-command.ts';
import { describeVariable, variable } from './print-version.ts';

const change = z.object({ from: z.unknown(), to: z.unknown() });
const difference = z.object({
  text: z.string(),
  variables: z.object({
    added: z.array(variable),
    removed: z.array(variable),
    changed: z.array(z.object({ name: z.string(), from: variable, to: variable })),
  }),
  config: z.object({
    added: z.record(z.string(), z.unknown()),
    removed: z.record(z.string(), z.unknown()),
    changed: z.record(z.string(), change),
  }),
  breaking: z.boolean(),
  breakingChanges: z.array(z.object({ path: z.string(), problem: z.string() })),
});

type Difference = z.output<typeof difference>;

/** `prompthold prompt diff` */
export async function compareVersions(
  host: CommandHost,
  options: JsonOption,
  name: string,
  ends: readonly string[],
): Promise<number> {
  const path = `${promptPath(name)}/diff`;
  const [from = '', to = ''] = ends.map(readSelector);
  return runWithApi(host, options, async ({ terminal, api }) => {
    const { raw, data } = await api.read(difference, `${path}?${new URLSearchParams({ from, to })}`);
    if (options.json) {
      terminal.print(JSON.stringify(raw));
      return;
    }
    const text = formatDifference(data);
    if (text === '') terminal.report(`${name}: ${from} and ${to} do not differ.`);
    else terminal.print(visible(text));
  });
}

function readSelector(text: string): string {
  const selector = parseVersionSelector(text);
  if (!selector) throw new WrongUsage('<from> and <to> must be version numbers or labels');
  return printVersionSelector(selector);
}

function formatDifference({ text, variables, config, breaking, breakingChanges }: Difference): string {
  const sections = [
    text.replace(/\n$/, ''),
    section('Variables', [
      ...variables.added.map((added) => `+ ${describeVariable(added)}`),
      ...variables.removed.map((removed) => `- ${describeVariable(removed)}`),
      ...variables.changed.flatMap(({ from, to }) => [`- ${describeVariable(from)}`, `+ ${describeVariable(to)}`]),
    ]),
    section('Config', [
      ...Object.entries(config.added).map(([key, value]) => `+ ${key}: ${JSON.stringify(value)}`),
      ...Object.entries(config.removed).map(([key, value]) => `- ${key}: ${JSON.stringify(value)}`),
      ...Object.entries(config.changed).flatMap(([key, { from, to }]) => [
        `- ${key}: ${JSON.stringify(from)}`,
        `+ ${key}: ${JSON.stringify(to)}`,
      ]),
    ]),
    breaking
      ? [
          'Breaking: callers may send other variables than the new version needs.',
          ...breakingChanges.map(({ path, problem }) => `  ${path}: ${problem}`),
        ].join('\n')
      : '',
  ];
  return sections.filter((part) => part !== '').join('\n\n');
}

const section = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`${head}:`, ...lines.map((line) => `  ${line}`)].join('\n');
