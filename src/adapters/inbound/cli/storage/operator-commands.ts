import type { Command } from 'commander';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { formatTable } from '../terminal/print-table.ts';

/** `prompthold serve` and `prompthold config` */
export function addOperatorCommands(program: Command, host: CommandHost): void {
  program
    .command('serve')
    .description('run the service until it receives SIGTERM or SIGINT')
    .action(
      host.toAction(async () => {
        await host.services.serve(host.configFile);
        return 0;
      }),
    );

  program
    .command('config')
    .description('print all effective settings and their origins, with secrets masked')
    .option('--json', 'print JSON')
    .action(host.toAction((options: JsonOption) => showSettings(host, options)));
}

async function showSettings({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const settings = services.settings(configFile);
  const rows = settings.map(({ path, value, origin }) => [path, String(value ?? '') || '-', origin]);
  terminal.print(json ? JSON.stringify(settings) : formatTable(['SETTING', 'VALUE', 'ORIGIN'], rows));
  return 0;
}
