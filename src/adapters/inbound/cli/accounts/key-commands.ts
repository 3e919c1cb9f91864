import type { Command } from 'commander';
import { parseEmail } from '../../../../domain/accounts/account.ts';
import { examples } from '../host/command-help.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { reportNotFound } from './account-commands.ts';

/** `prompthold key …` */
export function addKeyCommands(program: Command, host: CommandHost): void {
  program
    .command('key')
    .description('manage the API keys of accounts')
    .addHelpText('after', examples('prompthold key rotate ada@example.com'))
    .command('rotate')
    .description("replace an account's key and print the new one; the old one stops working immediately")
    .argument('<email>')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('prompthold key rotate ada@example.com', 'KEY=$(prompthold key rotate ci@example.com)'),
    )
    .action(host.toAction((options: JsonOption, email) => rotate(host, options, email)));
}

async function rotate(host: CommandHost, options: JsonOption, text: string): Promise<number> {
  const email = parseEmail(text);
  const outcome = email && (await host.withAccounts(({ rotateKeyOfAccount }) => rotateKeyOfAccount.execute(email)));
  if (outcome?.kind !== 'rotated') return reportNotFound(host);
  const token = outcome.key.reveal();
  host.terminal.print(options.json ? JSON.stringify({ token }) : token);
  return 0;
}
