import type { Command } from 'commander';
import { examples } from '../host/command-help.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import type { ServeOptions } from '../host/command-services.ts';
import { formatTable } from '../terminal/print-table.ts';

/** `prompthold serve` and `prompthold config` */
export function addOperatorCommands(program: Command, host: CommandHost): void {
  program
    .command('serve')
    .description('run the service until it receives SIGTERM or SIGINT')
    .option('--port <port>', 'port to listen on, instead of http.port; 0 picks a free one')
    .option('--host <host>', 'address to listen on, instead of http.host; 0.0.0.0 for all')
    .addHelpText(
      'after',
      examples(
        'prompthold serve',
        'prompthold serve --port 8080 --host 0.0.0.0',
        'PROMPTHOLD_STORAGE_URL=postgres://user:password@host:5432/database prompthold serve',
      ),
    )
    .action(host.toAction((options: ServeOptions) => host.services.serve(host.configFile, options)));

  program
    .command('config')
    .description('print all effective settings and their origins, with secrets masked')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('prompthold config', 'prompthold config --json', 'prompthold config --config /etc/prompthold.json'),
    )
    .action(host.toAction((options: JsonOption) => showSettings(host, options)));
}

async function showSettings({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const settings = await services.settings(configFile);
  const rows = settings.map(({ path, value, origin }) => [path, String(value ?? '') || '-', origin]);
  terminal.print(json ? JSON.stringify(settings) : formatTable(['SETTING', 'VALUE', 'ORIGIN'], rows));
  return 0;
}
