import type { Command } from 'commander';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { TransferProgressLine } from './transfer-progress-line.ts';
import { reportCopied, reportNotCopied, summarizeCounts, toCounts } from './transfer-report.ts';

interface BackupOptions extends JsonOption {
  readonly force?: boolean;
}

/** `prompthold backup` and `prompthold restore` */
export function addBackupCommands(program: Command, host: CommandHost): void {
  program
    .command('backup')
    .description('write all data except the keyring to one file; the service may keep running')
    .argument('<file>')
    .option('--force', 'replace an existing file')
    .option('--json', 'print JSON')
    .action(host.toAction((options: BackupOptions, path) => backUp(host, options, path)));

  program
    .command('restore')
    .description('fill an empty storage of any kind from a backup; run it again to resume after an interruption')
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
    terminal.report(`${path} already exists and was not changed. Use --force to replace it.`);
    return 1;
  }
  const { counts, checksum } = outcome;
  terminal.print(
    json ? JSON.stringify({ file: path, ...toCounts(counts), checksum }) : `${path}: ${summarizeCounts(counts)}`,
  );
  terminal.report(
    'The backup does not contain the keyring. Keep a copy of it in another place: keys cannot be decrypted without it.',
  );
  return 0;
}

async function restore(host: CommandHost, { json }: JsonOption, path: string): Promise<number> {
  const { services, terminal, configFile } = host;
  const line = new TransferProgressLine(terminal);
  const outcome = await services
    .restore(configFile, { path, onProgress: (progress) => line.show(progress) })
    .finally(() => line.end());
  return outcome.kind === 'copied' ? reportCopied(terminal, outcome, json) : reportNotCopied(terminal, outcome);
}
