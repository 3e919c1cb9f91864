import type { Command } from 'commander';
import type { CommandHost, JsonOption } from './command-host.ts';
import { table } from './printed.ts';

/** The commands about the installation itself: `serve`, `keyring`, `storage` and `config`. */
export function addOperatorCommands(program: Command, host: CommandHost): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .action(
      host.running(async () => {
        await host.doors.serve(host.configFile);
        return 0;
      }),
    );

  program
    .command('keyring')
    .description('work with the keys that seal API keys')
    .command('init')
    .description('make a new keyring file')
    .option('--json', 'print JSON')
    .action(host.running((options: JsonOption) => initKeyring(host, options)));

  program
    .command('storage')
    .description('work with the storage as a whole')
    .command('migrate')
    .description('bring the schema to the newest version')
    .option('--json', 'print JSON')
    .action(host.running((options: JsonOption) => migrate(host, options)));

  program
    .command('config')
    .description('print every effective setting with its origin, secrets masked')
    .option('--json', 'print JSON')
    .action(host.running((options: JsonOption) => showSettings(host, options)));
}

async function initKeyring({ doors, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const outcome = await doors.initKeyring(configFile);
  switch (outcome.kind) {
    case 'created': {
      const { file, fingerprint } = outcome;
      terminal.print(json ? JSON.stringify({ file, fingerprint }) : `${file} ${fingerprint}`);
      terminal.tell('Keep a copy of this file in a safe place: without it, no key can be read again.');
      return 0;
    }
    case 'exists':
      terminal.tell(`${outcome.file} exists already and was left as it is.`);
      return 1;
    case 'in-use':
      terminal.tell(
        `The storage was written with a keyring: restore it to ${outcome.file} instead of making a new one.`,
      );
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function migrate({ doors, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const { from, to } = await doors.migrate(configFile);
  terminal.print(json ? JSON.stringify({ from, to }) : `schema version ${to}${from === to ? '' : `, was ${from}`}`);
  return 0;
}

async function showSettings({ doors, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const settings = doors.settings(configFile);
  const rows = settings.map(({ path, value, origin }) => [path, String(value ?? '') || '-', origin]);
  terminal.print(json ? JSON.stringify(settings) : table(['SETTING', 'VALUE', 'ORIGIN'], rows));
  return 0;
}
