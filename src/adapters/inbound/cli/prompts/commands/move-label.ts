import { z } from 'zod';
import { parseVersionSelector } from '../../../../../domain/naming/version-selector.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { checkMessage, readMovableLabel, readVersionNumber } from '../../host/read-options.ts';
import { visible } from '../../terminal/safe-output.ts';
import { WrongUsage } from '../../terminal/wrong-usage.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { type ApiTools, promptPath, runWithApi } from './api-command.ts';

export interface LabelOptions extends JsonOption {
  readonly label: string;
}

export interface PromoteOptions extends LabelOptions {
  readonly force?: boolean;
  readonly message?: string;
}

export interface RollbackOptions extends LabelOptions {
  readonly from?: string;
}

const movedLabel = z.object({ label: z.string(), version: z.int(), previous: z.int().nullable() });

/** `prompthold prompt promote` */
export async function promote(host: CommandHost, options: PromoteOptions, name: string, text: string): Promise<number> {
  const path = promptPath(name);
  const { force, message, json } = options;
  const label = readMovableLabel(options.label);
  checkMessage(message);
  const selector = parseVersionSelector(text);
  if (!selector) throw new WrongUsage('<version> must be a version number or a label');
  return runWithApi(host, options, async (tools) => {
    const version = selector.by === 'version' ? selector.version : await readTarget(tools, path, selector.label);
    const { raw, data } = await putLabel(tools, `${path}/labels/${label}`, { version, message, force });
    if (json) tools.terminal.print(JSON.stringify(raw));
    else tools.terminal.print(visible(describeMove(name, data)));
  });
}

/** The version that a label points to now. */
async function readTarget({ api }: ApiTools, path: string, label: string): Promise<number> {
  const { data } = await api.read(z.object({ version: z.int() }), `${path}?${new URLSearchParams({ label })}`);
  return data.version;
}

async function putLabel({ api }: ApiTools, path: string, body: object) {
  try {
    return await api.send(movedLabel, 'PUT', path, body);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.fields.code !== 'breaking_change') throw error;
    throw error.withAdvice('Use --force to move the label anyway.');
  }
}

/** `prompthold prompt rollback` */
export async function rollBack(host: CommandHost, options: RollbackOptions, name: string): Promise<number> {
  const path = `${promptPath(name)}/labels/${readMovableLabel(options.label)}/rollback`;
  const from = options.from === undefined ? undefined : readVersionNumber('--from', options.from);
  return runWithApi(host, options, async ({ terminal, api }) => {
    const { raw, data } = await api.send(movedLabel, 'POST', path, { from });
    terminal.print(options.json ? JSON.stringify(raw) : visible(describeMove(name, data)));
  });
}

function describeMove(name: string, { label, version, previous }: z.output<typeof movedLabel>): string {
  if (previous === null) return `${name}: ${label} now points to version ${version}.`;
  if (previous === version) return `${name}: ${label} already points to version ${version}.`;
  return `${name}: ${label} now points to version ${version}; it was version ${previous}.`;
}
