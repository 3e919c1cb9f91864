import { z } from 'zod';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { readLabel, readLimit } from '../../host/read-options.ts';
import { formatTable } from '../../terminal/print-table.ts';
import { runWithApi } from './api-command.ts';
import { listItems } from './list-items.ts';

export interface ListOptions extends JsonOption {
  readonly search?: string;
  readonly folder?: string;
  readonly tag?: readonly string[];
  readonly label?: string;
  readonly type?: string;
  readonly archived?: boolean;
  readonly all?: boolean;
  readonly sort?: string;
  readonly limit?: string;
  readonly quiet?: boolean;
}

const listedPrompt = z.object({
  name: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  labels: z.record(z.string(), z.int()),
  latestVersion: z.int(),
  archived: z.boolean(),
  updatedAt: z.string(),
});

/** `prompthold prompt list` */
export async function listPrompts(host: CommandHost, options: ListOptions): Promise<number> {
  const limit = readLimit(options.limit);
  const query = toQuery(options);
  return runWithApi(host, options, async ({ terminal, api }) => {
    const { raw, data } = await listItems(api, listedPrompt, '/api/prompts', { query, limit });
    if (options.json) terminal.print(JSON.stringify(raw));
    else if (data.length === 0) terminal.report(query.length === 0 ? 'There are no prompts.' : 'No prompt matches.');
    else if (options.quiet) terminal.print(data.map(({ name }) => name).join('\n'));
    else terminal.print(formatTable(HEADS, data.map(toRow)));
  });
}

function toQuery({ search, folder, tag = [], label, type, archived, all, sort }: ListOptions): [string, string][] {
  const archivedToo = all ? 'any' : archived ? 'true' : undefined;
  const parameters: [string, string | undefined][] = [
    ['q', search],
    ['folder', folder],
    ...tag.map((text): [string, string] => ['tag', text]),
    ['label', label === undefined ? undefined : readLabel(label)],
    ['type', type],
    ['archived', archivedToo],
    ['sort', sort],
  ];
  return parameters.filter((parameter): parameter is [string, string] => parameter[1] !== undefined);
}

const HEADS = ['NAME', 'TYPE', 'LATEST', 'LABELS', 'TAGS', 'UPDATED'];

function toRow({ name, type, latestVersion, labels, tags, archived, updatedAt }: z.output<typeof listedPrompt>) {
  const labelled = Object.entries(labels).map(([label, version]) => `${label}=${version}`);
  return [
    archived ? `${name} (archived)` : name,
    type,
    String(latestVersion),
    labelled.join(' ') || '-',
    tags.join(' ') || '-',
    updatedAt,
  ];
}
