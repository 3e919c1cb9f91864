import type { Command } from 'commander';
import { parseEmail } from '../../../../domain/accounts/account.ts';
import { addCommand, addGroup, JSON_OUTPUT, required } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { formatTable } from '../terminal/print-table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';

const PASSWORD_STDIN = ['--password-stdin', 'read the password from standard input'] as const;
const BUSY = 'Too many passwords are being hashed at the moment. Try again.';
export const NOT_FOUND = 'No account has this e-mail address.';

/** `prompthold account …` */
export function addAccountCommands(program: Command, host: CommandHost): void {
  const account = addGroup(program, 'account', 'create, list, unblock and delete accounts', [
    'prompthold account create --email ada@example.com --name Ada',
    'prompthold account list',
  ]);

  addCommand<CreateOptions>(account, host, {
    name: 'create',
    description: 'create an account and print its API key, and nothing else, to stdout',
    options: [
      required('--email <email>', 'e-mail address'),
      required('--name <name>', 'display name'),
      PASSWORD_STDIN,
      JSON_OUTPUT,
    ],
    examples: [
      'prompthold account create --email ada@example.com --name Ada',
      'KEY=$(prompthold account create --email ci@example.com --name CI --password-stdin < password.txt)',
    ],
    run: (options) => create(host, options),
  });

  addCommand<JsonOption>(account, host, {
    name: 'list',
    description: 'list all accounts, oldest first',
    options: [JSON_OUTPUT],
    examples: ['prompthold account list', 'prompthold account list --json'],
    run: (options) => list(host, options),
  });

  addCommand<ResetOptions>(account, host, {
    name: 'reset-password',
    description: 'set a new password and end all sessions; the API key does not change',
    operands: [['<email>']],
    options: [PASSWORD_STDIN, JSON_OUTPUT],
    examples: [
      'prompthold account reset-password ada@example.com',
      'prompthold account reset-password ada@example.com --password-stdin < password.txt',
    ],
    run: (options, email) => resetPassword(host, options, email),
  });

  addCommand<JsonOption>(account, host, {
    name: 'unblock',
    description: 'let the owner sign in again after too many failed attempts',
    operands: [['<email>']],
    options: [JSON_OUTPUT],
    examples: ['prompthold account unblock ada@example.com'],
    run: (options, email) => unblock(host, options, email),
  });

  addCommand<RemoveOptions>(account, host, {
    name: 'delete',
    description: 'delete an account and all its data',
    operands: [['<email>']],
    options: [['--yes', 'do not ask for confirmation'], JSON_OUTPUT],
    examples: ['prompthold account delete ada@example.com', 'prompthold account delete ada@example.com --yes'],
    run: (options, email) => remove(host, options, email),
  });
}

interface CreateOptions extends JsonOption {
  readonly email: string;
  readonly name: string;
  readonly passwordStdin?: boolean;
}

async function create(host: CommandHost, { email, name, json, passwordStdin }: CreateOptions): Promise<number> {
  const { terminal } = host;
  const password = await readPassword(terminal, passwordStdin);
  const outcome = await host.withUseCases(({ openAccount }) => openAccount.execute({ email, name, password }));
  switch (outcome.kind) {
    case 'opened': {
      const { account, key } = outcome;
      const opened = { userId: account.id, email: account.email, name: account.name, token: key.reveal() };
      if (!json) terminal.report(`Created account ${opened.userId} of ${opened.email}. Its API key:`);
      terminal.print(json ? JSON.stringify(opened) : opened.token);
      return 0;
    }
    case 'invalid':
      return host.fail(...outcome.problems.map(({ path, text }) => `${path} ${text}`));
    case 'email-taken':
      return host.fail('An account with this e-mail address already exists.');
    case 'busy':
      return host.fail(BUSY);
    default:
      return outcome satisfies never;
  }
}

async function list(host: CommandHost, { json }: JsonOption): Promise<number> {
  const accounts = await host.withUseCases(({ listAccounts }) => listAccounts.execute());
  const shown = accounts.map(({ id, email, name, createdAt }) => ({
    userId: id,
    email,
    name,
    createdAt: createdAt.toISOString(),
  }));
  const rows = shown.map(({ userId, email, name, createdAt }) => [userId, email, name, createdAt]);
  host.terminal.print(json ? JSON.stringify(shown) : formatTable(['USER ID', 'E-MAIL', 'NAME', 'CREATED'], rows));
  return 0;
}

interface ResetOptions extends JsonOption {
  readonly passwordStdin?: boolean;
}

async function resetPassword(host: CommandHost, options: ResetOptions, text: string): Promise<number> {
  const email = parseEmail(text);
  if (!email) return host.fail(NOT_FOUND);
  const password = await readPassword(host.terminal, options.passwordStdin);
  const outcome = await host.withUseCases((useCases) => useCases.resetPassword.execute(email, password));
  switch (outcome.kind) {
    case 'reset':
      host.confirm('The password was changed.', { email }, options.json);
      return 0;
    case 'not-found':
      return host.fail(NOT_FOUND);
    case 'invalid':
      return host.fail(`password ${outcome.text}`);
    case 'busy':
      return host.fail(BUSY);
    default:
      return outcome satisfies never;
  }
}

async function unblock(host: CommandHost, options: JsonOption, text: string): Promise<number> {
  const email = parseEmail(text);
  const outcome = email && (await host.withUseCases(({ unblockAccount }) => unblockAccount.execute(email)));
  if (!outcome || outcome === 'not-found') return host.fail(NOT_FOUND);
  host.confirm('The account can be signed in to again.', { email }, options.json);
  return 0;
}

interface RemoveOptions extends JsonOption {
  readonly yes?: boolean;
}

async function remove(host: CommandHost, options: RemoveOptions, text: string): Promise<number> {
  const email = parseEmail(text);
  if (!email) return host.fail(NOT_FOUND);
  if (!options.yes && !(await confirmDeletion(host, email))) return host.fail('Nothing was deleted.');
  const outcome = await host.withUseCases(({ deleteAccount }) => deleteAccount.execute(email));
  if (outcome === 'not-found') return host.fail(NOT_FOUND);
  host.confirm('The account was deleted.', { email }, options.json);
  return 0;
}

async function confirmDeletion({ terminal }: CommandHost, email: string): Promise<boolean> {
  if (!terminal.interactive) throw new WrongUsage('No terminal to ask for confirmation. Use --yes');
  const answer = await terminal.ask(
    `Permanently delete ${email} and all its prompts? Type the e-mail address to confirm: `,
  );
  return parseEmail(answer) === email;
}

/** Passwords are never arguments: every process can see those, and the shell stores them in its history. */
async function readPassword(terminal: Terminal, fromInput = false): Promise<string> {
  if (fromInput) return terminal.readInput();
  if (!terminal.interactive) throw new WrongUsage('No terminal to ask for a password. Use --password-stdin');

  const password = await terminal.askSecret('Password: ');
  if ((await terminal.askSecret('Repeat password: ')) !== password) throw new WrongUsage('The passwords do not match');
  return password;
}
