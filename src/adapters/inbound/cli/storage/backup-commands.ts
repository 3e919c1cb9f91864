import type { Command } from 'commander';
import type { BackupDoubt } from '../../../../application/ports/storage/backup-file.ts';
import { addCommand, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { showProgress } from './show-progress.ts';
import { reportCopy, summarizeCounts, toCounts } from './transfer-report.ts';

interface BackupOptions extends JsonOption {
  readonly force?: boolean;
}

interface RestoreOptions extends JsonOption {
  readonly unverified?: boolean;
}

/** `prompthold backup` and `prompthold restore` */
export function addBackupCommands(program: Command, host: CommandHost): void {
  addCommand<BackupOptions>(program, host, {
    name: 'backup',
    description: 'write all data except the keyring to one file; the service may keep running',
    operands: [['<file>']],
    options: [['--force', 'replace an existing file'], JSON_OUTPUT],
    examples: ['prompthold backup prompthold.jsonl.gz', 'prompthold backup /backups/prompthold.jsonl.gz --force'],
    run: (options, path) => backUp(host, options, path),
  });

  addCommand<RestoreOptions>(program, host, {
    name: 'restore',
    description: 'fill an empty storage of any kind from a backup; run it again to resume after an interruption',
    operands: [['<file>']],
    options: [UNVERIFIED, JSON_OUTPUT],
    examples: [
      'prompthold restore prompthold.jsonl.gz',
      'PROMPTHOLD_STORAGE_URL=postgres://user:password@host:5432/database prompthold restore prompthold.jsonl.gz',
    ],
    run: (options, path) => restore(host, options, path),
  });
}

const UNVERIFIED = [
  '--unverified',
  'restore a file that is not signed or was written with another keyring, or whose versions do not match their hashes',
] as const;

async function backUp(host: CommandHost, { force = false, json }: BackupOptions, path: string): Promise<number> {
  const { services, terminal, configFile } = host;
  const outcome = await showProgress(terminal, (onProgress) =>
    services.backUp(configFile, { path, force, onProgress }),
  );
  if (outcome.kind === 'exists') {
    return host.fail(`${path} already exists and was not changed. Use --force to replace it.`);
  }
  const { counts, checksum, isSigned } = outcome;
  terminal.print(
    json ? JSON.stringify({ file: path, ...toCounts(counts), checksum }) : `${path}: ${summarizeCounts(counts)}`,
  );
  terminal.report(
    'The backup does not contain the keyring. Keep a copy of it in another place: keys cannot be decrypted without it.',
  );
  if (!isSigned) terminal.report(UNSIGNED);
  return 0;
}

const UNSIGNED =
  'There is no keyring file here, so the backup is not signed: changes to it cannot be detected, and only restore --unverified accepts it.';

/** Each sentence completes "The backup …". */
function describeDoubt(doubt: BackupDoubt): string {
  switch (doubt.kind) {
    case 'unsigned':
      return 'is not signed: it was written by release 0.1.0 or without a keyring, or its signature was removed. Changes to it cannot be detected.';
    case 'no-keyring':
      return 'cannot be verified: there is no keyring file here. Put the one it was written with in place.';
    case 'other-keyring':
      return 'was written with another keyring: its keys cannot be decrypted with the one here.';
    case 'wrong-hashes':
      return `contains content that does not match its hash: ${doubt.versions.join(', ')}.`;
  }
}

async function restore(host: CommandHost, { unverified = false, json }: RestoreOptions, path: string): Promise<number> {
  const { services, terminal, configFile } = host;
  const outcome = await showProgress(terminal, (onProgress) =>
    services.restore(configFile, { path, unverified, onProgress }),
  );
  for (const doubt of outcome.doubts) terminal.report(`The backup ${describeDoubt(doubt)}`);
  if (outcome.kind === 'doubtful') {
    return host.fail('Nothing was restored. If you trust the file, use --unverified to restore it anyway.');
  }
  return reportCopy(host, outcome.copy, json);
}
