import type { Command } from 'commander';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { TransferProgressLine } from './transfer-progress-line.ts';
import { copied, counted, inWords, refused } from './transfer-report.ts';

interface BackupOptions extends JsonOption {
  readonly force?: boolean;
}

/** `prompthold backup` and `prompthold restore` */
export function addBackupCommands(program: Command, host: CommandHost): void {
  program
    .command('backup')
    .description('write everything into one file, while the service runs; the keyring is not inside')
    .argument('<file>')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print JSON')
    .action(host.toAction((options: BackupOptions, path) => backUp(host, options, path)));

  program
    .command('restore')
    .description('fill an empty storage, of whatever kind, from a backup; run again after a stop, it goes on')
    .argument('<file>')
    .option('--json', 'print JSON')
    .action(host.toAction((options: JsonOption, path) => restore(host, options, path)));
}

async function backUp(host: CommandHost, { force = false, json }: BackupOptions, path: string): Promise<number> {
  const { services, terminal, configFile } = host;
  const line = new TransferProgressLine(terminal);
  const outcome = await services
    .backUp(configFile, { path, force, onProgress: (progress) => line.show(progress) })
    .finally(() => line.end());
  if (outcome.kind === 'exists') {
    terminal.report(`${path} exists already and was left as it is; --force replaces it.`);
    return 1;
  }
  const { counts, checksum } = outcome;
  terminal.print(json ? JSON.stringify({ file: path, ...counted(counts), checksum }) : `${path}: ${inWords(counts)}`);
  terminal.report(
    'The keyring is not inside: keep a copy of it too, in another place. Keys cannot be read without it.',
  );
  return 0;
}

async function restore(host: CommandHost, { json }: JsonOption, path: string): Promise<number> {
  const { services, terminal, configFile } = host;
  const line = new TransferProgressLine(terminal);
  const outcome = await services
    .restore(configFile, { path, onProgress: (progress) => line.show(progress) })
    .finally(() => line.end());
  return outcome.kind === 'copied' ? copied(terminal, outcome, json) : refused(terminal, outcome);
}
