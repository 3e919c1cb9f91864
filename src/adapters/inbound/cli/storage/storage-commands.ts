import type { Command } from 'commander';
import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { CopyOutcome } from '../../../../application/transfer/copy-storage.ts';
import { examples } from '../host/command-help.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { maskControlCharacters } from '../terminal/print-table.ts';
import { TransferProgressLine } from './transfer-progress-line.ts';
import { reportCopied, reportNotCopied } from './transfer-report.ts';

interface CopyOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

/** `prompthold storage …` */
export function addStorageCommands(program: Command, host: CommandHost): void {
  const storage = program
    .command('storage')
    .description('migrate, check and copy the storage')
    .addHelpText(
      'after',
      examples(
        'prompthold storage check',
        'prompthold storage copy --from sqlite:data/prompthold.db --to env:TARGET_URL',
      ),
    );

  storage
    .command('migrate')
    .description('migrate the schema to the newest version')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('prompthold storage migrate'))
    .action(host.toAction((options: JsonOption) => migrate(host, options)));

  storage
    .command('check')
    .description('look for damage and repair derived data')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('prompthold storage check', 'prompthold storage check --json'))
    .action(host.toAction((options: JsonOption) => check(host, options)));

  storage
    .command('copy')
    .description('copy all data into an empty storage; run it again to resume after an interruption')
    .requiredOption('--from <url>', 'source URL, or env:NAME for the variable that holds it')
    .requiredOption('--to <url>', 'target URL, or env:NAME')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('prompthold storage copy --from sqlite:data/prompthold.db --to env:TARGET_URL'))
    .action(host.toAction((options: CopyOptions) => copy(host, options)));
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

async function copy({ services, terminal, configFile }: CommandHost, { from, to, json }: CopyOptions): Promise<number> {
  const line = new TransferProgressLine(terminal);
  const outcome: CopyOutcome = await services
    .copyStorage(configFile, { from, to, onProgress: (progress) => line.show(progress) })
    .finally(() => line.end());
  return outcome.kind === 'copied' ? reportCopied(terminal, outcome, json) : reportNotCopied(terminal, outcome);
}
