import { z } from 'zod';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { readVersion, type VersionOptions } from '../../host/read-options.ts';
import { visible } from '../../terminal/safe-output.ts';
import { promptPath, runWithApi } from './api-command.ts';
import { describeVariable, formatMessages, printContent, variable } from './print-version.ts';

export interface ShowOptions extends JsonOption, VersionOptions {
  readonly at?: string;
  readonly content?: boolean;
}

const shownPrompt = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  labels: z.record(z.string(), z.int()),
  latestVersion: z.int(),
  archived: z.boolean(),
  version: z.int(),
  content: z.string().optional(),
  messages: z.array(z.record(z.string(), z.string())).optional(),
  variables: z.array(variable),
  config: z.record(z.string(), z.unknown()),
  message: z.string(),
  hash: z.string(),
  restoredFrom: z.int().nullable(),
  publishedAt: z.string(),
});

type ShownPrompt = z.output<typeof shownPrompt>;

/** `prompthold prompt show` */
export async function showPrompt(host: CommandHost, options: ShowOptions, name: string): Promise<number> {
  const path = promptPath(name);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(readVersion(options))) query.set(key, String(value));
  if (options.at !== undefined) query.set('at', options.at);
  return runWithApi(host, options, async ({ terminal, api }) => {
    const { raw, data } = await api.read(shownPrompt, `${path}?${query}`);
    const content = data.content ?? formatMessages(data.messages ?? []);
    if (options.json) terminal.print(JSON.stringify(raw));
    else if (options.content) printContent(terminal, content);
    else terminal.print(visible(`${formatHead(data)}\n\n${content}`.trimEnd()));
  });
}

function formatHead(prompt: ShownPrompt): string {
  const { version, latestVersion, publishedAt, restoredFrom, message, config } = prompt;
  const labels = Object.entries(prompt.labels).map(([label, target]) => `${label}=${target}`);
  const restored = restoredFrom === null ? '' : `, restored from version ${restoredFrom}`;
  const lines: [string, string][] = [
    ['Name', prompt.archived ? `${prompt.name} (archived)` : prompt.name],
    ['Type', prompt.type],
    ['Description', prompt.description],
    ['Tags', prompt.tags.join(' ')],
    ['Labels', labels.join(' ')],
    ['Version', `${version} of ${latestVersion}, published ${publishedAt}${restored}`],
    ['Message', message],
    ['Hash', prompt.hash],
    ['Variables', prompt.variables.map(describeVariable).join('\n')],
    ['Config', Object.keys(config).length === 0 ? '' : JSON.stringify(config)],
  ];
  const given = lines.filter(([, value]) => value !== '');
  return given
    .map(([head, value]) => `${`${head}:`.padEnd(14)}${value.replaceAll('\n', `\n${' '.repeat(14)}`)}`)
    .join('\n');
}
