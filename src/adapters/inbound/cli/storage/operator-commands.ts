import type { Command } from 'commander';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { table } from '../terminal/print-table.ts';

/** The commands about the installation itself: `serve` and `config`. */
export function addOperatorCommands(program: Command, host: CommandHost): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .action(
      host.toAction(async () => {
        await host.services.serve(host.configFile);
        return 0;
      }),
    );

  program
    .command('config')
    .description('print every effective setting with its origin, secrets masked')
    .option('--json', 'print JSON')
    .action(host.toAction((options: JsonOption) => showSettings(host, options)));
}

async function showSettings({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const settings = services.settings(configFile);
  const rows = settings.map(({ path, value, origin }) => [path, String(value ?? '') || '-', origin]);
  terminal.print(json ? JSON.stringify(settings) : table(['SETTING', 'VALUE', 'ORIGIN'], rows));
  return 0;
}
