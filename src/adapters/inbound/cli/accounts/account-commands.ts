import type { Command } from 'commander';
import { parseEmail } from '../../../../domain/accounts/account.ts';
import { addCommand, addGroup, JSON_OUTPUT, required } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { formatTable } from '../terminal/print-table.ts';
import { readPassword } from '../terminal/read-password.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';

const PASSWORD_STDIN = ['--password-stdin', 'read the password from standard input'] as const;
const BUSY = 'Too many passwords are being hashed at the moment. Try again.';

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

async function create({ terminal, withAccounts }: CommandHost, options: CreateOptions): Promise<number> {
  const password = await readPassword(terminal, options.passwordStdin === true);
  const { email, name } = options;
  const outcome = await withAccounts(({ openAccount }) => openAccount.execute({ email, name, password }));
  switch (outcome.kind) {
    case 'opened': {
      const { account, key } = outcome;
      const opened = { userId: account.id, email: account.email, name: account.name, token: key.reveal() };
      if (!options.json) terminal.report(`Created account ${opened.userId} of ${opened.email}. Its API key:`);
      terminal.print(options.json ? JSON.stringify(opened) : opened.token);
      return 0;
    }
    case 'invalid':
      for (const { path, problem } of outcome.problems) terminal.report(`${path} ${problem}`);
      return 1;
    case 'email-taken':
      terminal.report('An account with this e-mail address already exists.');
      return 1;
    case 'busy':
      terminal.report(BUSY);
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function list({ terminal, withAccounts }: CommandHost, options: JsonOption): Promise<number> {
  const accounts = await withAccounts(({ listAccounts }) => listAccounts.execute());
  const shown = accounts.map(({ id, email, name, createdAt }) => ({
    userId: id,
    email,
    name,
    createdAt: createdAt.toISOString(),
  }));
  if (options.json) {
    terminal.print(JSON.stringify(shown));
  } else {
    const rows = shown.map(({ userId, email, name, createdAt }) => [userId, email, name, createdAt]);
    terminal.print(formatTable(['USER ID', 'E-MAIL', 'NAME', 'CREATED'], rows));
  }
  return 0;
}

interface ResetOptions extends JsonOption {
  readonly passwordStdin?: boolean;
}

async function resetPassword(host: CommandHost, options: ResetOptions, text: string): Promise<number> {
  const { terminal, withAccounts } = host;
  const email = parseEmail(text);
  if (!email) return reportNotFound(host);
  const password = await readPassword(terminal, options.passwordStdin === true);
  const outcome = await withAccounts((useCases) => useCases.resetPassword.execute(email, password));
  switch (outcome.kind) {
    case 'reset':
      host.confirm('The password was changed.', { email }, options.json);
      return 0;
    case 'not-found':
      return reportNotFound(host);
    case 'invalid':
      terminal.report(`password ${outcome.problem}`);
      return 1;
    case 'busy':
      terminal.report(BUSY);
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function unblock(host: CommandHost, options: JsonOption, text: string): Promise<number> {
  const email = parseEmail(text);
  if (!email) return reportNotFound(host);
  const outcome = await host.withAccounts(({ unblockAccount }) => unblockAccount.execute(email));
  if (outcome === 'not-found') return reportNotFound(host);
  host.confirm('The account can be signed in to again.', { email }, options.json);
  return 0;
}

interface RemoveOptions extends JsonOption {
  readonly yes?: boolean;
}

async function remove(host: CommandHost, options: RemoveOptions, text: string): Promise<number> {
  const email = parseEmail(text);
  if (!email) return reportNotFound(host);
  if (!options.yes && !(await confirmDeletion(host, email))) return 1;
  const outcome = await host.withAccounts(({ deleteAccount }) => deleteAccount.execute(email));
  if (outcome === 'not-found') return reportNotFound(host);
  host.confirm('The account was deleted.', { email }, options.json);
  return 0;
}

async function confirmDeletion({ terminal }: CommandHost, email: string): Promise<boolean> {
  if (!terminal.interactive) throw new WrongUsage('No terminal to ask for confirmation. Use --yes');
  const answer = await terminal.ask(
    `Permanently delete ${email} and all its prompts? Type the e-mail address to confirm: `,
  );
  if (parseEmail(answer) === email) return true;
  terminal.report('Nothing was deleted.');
  return false;
}

export function reportNotFound({ terminal }: CommandHost): number {
  terminal.report('No account has this e-mail address.');
  return 1;
}
