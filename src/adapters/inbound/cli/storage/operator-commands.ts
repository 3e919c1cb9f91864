import type { Command } from 'commander';
import { addCommand, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import type { ServeOptions } from '../host/command-services.ts';
import { formatTable } from '../terminal/print-table.ts';

/** `prompthold serve` and `prompthold config` */
export function addOperatorCommands(program: Command, host: CommandHost): void {
  addCommand<ServeOptions>(program, host, {
    name: 'serve',
    description: 'run the service until it receives SIGTERM or SIGINT',
    options: [
      ['--port <port>', 'port to listen on, instead of http.port; 0 picks a free one'],
      ['--host <host>', 'address to listen on, instead of http.host; 0.0.0.0 for all'],
    ],
    examples: [
      'prompthold serve',
      'prompthold serve --port 8080 --host 0.0.0.0',
      'PROMPTHOLD_STORAGE_URL=postgres://user:password@host:5432/database prompthold serve',
    ],
    run: (options) => host.services.serve(host.configFile, options),
  });

  addCommand<JsonOption>(program, host, {
    name: 'config',
    description: 'print all effective settings and their origins, with secrets masked',
    options: [JSON_OUTPUT],
    examples: ['prompthold config', 'prompthold config --json', 'prompthold config --config /etc/prompthold.json'],
    run: (options) => showSettings(host, options),
  });
}

async function showSettings({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const settings = await services.settings(configFile);
  const rows = settings.map(({ path, value, origin }) => [path, String(value ?? '') || '-', origin]);
  terminal.print(json ? JSON.stringify(settings) : formatTable(['SETTING', 'VALUE', 'ORIGIN'], rows));
  return 0;
}
