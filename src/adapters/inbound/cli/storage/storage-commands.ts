import type { Command } from 'commander';
import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import { addCommand, addGroup, JSON_OUTPUT, required } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { maskControlCharacters } from '../terminal/print-table.ts';
import { showProgress } from './show-progress.ts';
import { reportCopy } from './transfer-report.ts';

interface CopyOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

/** `prompthold storage …` */
export function addStorageCommands(program: Command, host: CommandHost): void {
  const COPY = 'prompthold storage copy --from sqlite:data/prompthold.db --to env:TARGET_URL';
  const storage = addGroup(program, 'storage', 'migrate, check and copy the storage', [
    'prompthold storage check',
    COPY,
  ]);

  addCommand<JsonOption>(storage, host, {
    name: 'migrate',
    description: 'migrate the schema to the newest version',
    options: [JSON_OUTPUT],
    examples: ['prompthold storage migrate'],
    run: (options) => migrate(host, options),
  });

  addCommand<JsonOption>(storage, host, {
    name: 'check',
    description: 'look for damage and repair derived data',
    options: [JSON_OUTPUT],
    examples: ['prompthold storage check', 'prompthold storage check --json'],
    run: (options) => check(host, options),
  });

  addCommand<CopyOptions>(storage, host, {
    name: 'copy',
    description: 'copy all data into an empty storage; run it again to resume after an interruption',
    options: [
      required('--from <url>', 'source URL, or env:NAME for the variable that holds it'),
      required('--to <url>', 'target URL, or env:NAME'),
      JSON_OUTPUT,
    ],
    examples: [COPY],
    run: (options) => copy(host, options),
  });
}

async function migrate({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const { from, to } = await services.migrate(configFile);
  terminal.print(json ? JSON.stringify({ from, to }) : `schema version ${to}${from === to ? '' : ` (was ${from})`}`);
  return 0;
}

async function check({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const faults: StorageFault[] = [];
  await services.checkStorage(configFile, (fault) => {
    faults.push(fault);
    if (!json) terminal.print(maskControlCharacters(formatFault(fault)));
  });
  const left = faults.filter(({ repaired }) => !repaired).length;
  if (json) terminal.print(JSON.stringify({ ok: left === 0, faults: faults.map(toJson) }));
  else terminal.report(`${faults.length - left} repaired, ${left} left`);
  return left === 0 ? 0 : 1;
}

/** `repaired  index  u_… p_…: it was missing from names` */
function formatFault({ kind, what, accountId, promptId, repaired }: StorageFault): string {
  const where = [accountId, promptId].filter((id) => id !== undefined).join(' ');
  return `${repaired ? 'repaired' : 'LEFT    '}  ${kind}  ${where ? `${where}: ` : ''}${what}`;
}

/** The field keeps the name that it has had since the first release. */
const toJson = ({ repaired, ...fault }: StorageFault) => ({ ...fault, mended: repaired });

async function copy(host: CommandHost, { from, to, json }: CopyOptions): Promise<number> {
  const outcome = await showProgress(host.terminal, (onProgress) =>
    host.services.copyStorage(host.configFile, { from, to, onProgress }),
  );
  return reportCopy(host, outcome, json);
}
