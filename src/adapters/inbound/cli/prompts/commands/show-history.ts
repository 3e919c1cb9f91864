import { z } from 'zod';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { readLimit, readMovableLabel } from '../../host/read-options.ts';
import { formatTable } from '../../terminal/print-table.ts';
import { type ApiTools, promptPath, runWithApi } from './api-command.ts';
import { listItems } from './list-items.ts';

export interface HistoryOptions extends JsonOption {
  readonly label?: string;
  readonly limit?: string;
}

/** `prompthold prompt history` */
export async function showHistory(host: CommandHost, options: HistoryOptions, name: string): Promise<number> {
  const path = promptPath(name);
  const limit = readLimit(options.limit);
  const label = options.label === undefined ? undefined : readMovableLabel(options.label);
  return runWithApi(host, options, (tools) =>
    label === undefined
      ? printVersions(tools, path, limit, options)
      : printMoves(tools, `${path}/labels/${label}/history`, limit, options),
  );
}

const version = z.object({
  version: z.int(),
  message: z.string(),
  restoredFrom: z.int().nullable(),
  publishedAt: z.string(),
});

async function printVersions({ terminal, api }: ApiTools, path: string, limit: number, { json }: JsonOption) {
  const { raw, data } = await listItems(api, version, `${path}/versions`, { limit });
  if (json) {
    terminal.print(JSON.stringify(raw));
    return;
  }
  const { labels } = (await api.read(z.object({ labels: z.record(z.string(), z.int()) }), path)).data;
  const rows = data.map(({ version, publishedAt, restoredFrom, message }) => [
    String(version),
    publishedAt,
    labelsOf(labels, version).join(' ') || '-',
    describe(message, restoredFrom),
  ]);
  terminal.print(formatTable(['VERSION', 'PUBLISHED', 'LABELS', 'MESSAGE'], rows));
}

const labelsOf = (labels: Readonly<Record<string, number>>, version: number): string[] =>
  Object.entries(labels)
    .filter(([, target]) => target === version)
    .map(([label]) => label);

function describe(message: string, restoredFrom: number | null): string {
  const restored = restoredFrom === null ? '' : `restored from version ${restoredFrom}`;
  return [restored, message.replaceAll(/\s+/g, ' ')].filter((text) => text !== '').join(': ') || '-';
}

const move = z.object({
  version: z.int().nullable(),
  previous: z.int().nullable(),
  movedAt: z.string(),
  by: z.string(),
  message: z.string(),
});

async function printMoves({ terminal, api }: ApiTools, path: string, limit: number, { json }: JsonOption) {
  const { raw, data } = await listItems(api, move, path, { limit });
  const rows = data.map(({ version, previous, movedAt, by, message }) => [
    movedAt,
    version === null ? 'removed' : String(version),
    previous === null ? '-' : String(previous),
    by,
    describe(message, null),
  ]);
  terminal.print(json ? JSON.stringify(raw) : formatTable(['MOVED', 'VERSION', 'PREVIOUS', 'BY', 'MESSAGE'], rows));
}
