import type { Command } from 'commander';
import { parseEmail } from '../../../../domain/accounts/account.ts';
import { addCommand, addGroup, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { NOT_FOUND } from './account-commands.ts';

interface RotateOptions extends JsonOption {
  readonly all?: boolean;
  readonly lost?: boolean;
}

/** `prompthold key …` */
export function addKeyCommands(program: Command, host: CommandHost): void {
  const key = addGroup(program, 'key', 'manage the API keys of accounts', ['prompthold key rotate ada@example.com']);
  addCommand<RotateOptions>(key, host, {
    name: 'rotate',
    description: "replace an account's key and print the new one; the old one stops working immediately",
    operands: [['[email]']],
    options: [
      ['--all', 'replace the keys of all accounts; prints one line each: the e-mail address and the key'],
      ['--lost', 'the same for the accounts whose key was lost with a former keyring'],
      JSON_OUTPUT,
    ],
    examples: [
      'prompthold key rotate ada@example.com',
      'KEY=$(prompthold key rotate ci@example.com)',
      'prompthold key rotate --all > keys.txt',
    ],
    run: (options, email) => rotate(host, options, email),
  });
}

function rotate(host: CommandHost, options: RotateOptions, email: string | undefined): Promise<number> {
  const { all = false, lost = false } = options;
  if ([email !== undefined, all, lost].filter(Boolean).length !== 1) {
    throw new WrongUsage('Give either an e-mail address, --all or --lost.');
  }
  return email === undefined ? rotateAll(host, options) : rotateOne(host, options, email);
}

async function rotateOne(host: CommandHost, { json }: RotateOptions, text: string): Promise<number> {
  const email = parseEmail(text);
  const outcome = email && (await host.withUseCases(({ rotateKeyOfAccount }) => rotateKeyOfAccount.execute(email)));
  if (outcome?.kind !== 'rotated') return host.fail(NOT_FOUND);
  const token = outcome.key.reveal();
  host.terminal.print(json ? JSON.stringify({ token }) : token);
  return 0;
}

/** Prints each key as soon as it is stored, or all in one list: if the command fails, what it has replaced is printed. */
async function rotateAll(host: CommandHost, { json, lost = false }: RotateOptions): Promise<number> {
  const { terminal } = host;
  const rotated: { readonly userId: string; readonly email: string; readonly token: string }[] = [];
  let isDone = false;
  try {
    await host.withUseCases(async ({ rotateAllKeys }) => {
      for await (const { account, key } of rotateAllKeys.execute({ onlyLost: lost })) {
        const { id: userId, email } = account;
        rotated.push({ userId, email, token: key.reveal() });
        if (!json) terminal.print(`${email} ${key.reveal()}`);
      }
    });
    isDone = true;
  } finally {
    if (json && (isDone || rotated.length > 0)) terminal.print(JSON.stringify(rotated));
    terminal.report(`Replaced keys: ${rotated.length}.`);
  }
  return 0;
}
