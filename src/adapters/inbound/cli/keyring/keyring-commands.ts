import type { Command } from 'commander';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { runReencryption } from './keyring-reencrypt.ts';
import { named, notEverywhere, parseWait, retryUntil, type WaitOption } from './keyring-waiting.ts';

const JSON_OUTPUT = ['--json', 'print JSON'] as const;
const WAIT = ['--wait <seconds>', 'how long to wait until every instance has caught up', '0'] as const;
const UNKNOWN = 'There is no such key in the keyring file.';

/** `prompthold keyring …` */
export function addKeyringCommands(program: Command, host: CommandHost): void {
  const keyring = program.command('keyring').description('make and change the keys that seal API keys');

  keyring
    .command('init')
    .description('make a new keyring file')
    .option(...JSON_OUTPUT)
    .action(host.toAction((options: JsonOption) => init(host, options)));

  keyring
    .command('add')
    .description('add a new encryption key to the keyring file; it seals nothing yet')
    .option(...JSON_OUTPUT)
    .action(host.toAction((options: JsonOption) => add(host, options)));

  keyring
    .command('promote')
    .description('seal keys with that encryption key from now on')
    .argument('<kid>')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.toAction((options: WaitOption, kid = '') => promote(host, options, kid)));

  keyring
    .command('reencrypt')
    .description('seal every key anew that is sealed with another encryption key than the first')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.toAction((options: WaitOption) => runReencryption(host, options)));

  keyring
    .command('retire')
    .description('remove an encryption key that no key is sealed with any more')
    .argument('<kid>')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.toAction((options: WaitOption, kid = '') => retire(host, options, kid)));
}

async function init({ services, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
  const outcome = await services.initKeyring(configFile);
  switch (outcome.kind) {
    case 'created': {
      const { file, fingerprint } = outcome;
      terminal.print(json ? JSON.stringify({ file, fingerprint }) : `${file} ${fingerprint}`);
      terminal.report('Keep a copy of this file in a safe place: without it, no key can be read again.');
      return 0;
    }
    case 'exists':
      terminal.report(`${outcome.file} exists already and was left as it is.`);
      return 1;
    case 'in-use':
      terminal.report(
        `The storage was written with a keyring: restore it to ${outcome.file} instead of making a new one.`,
      );
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function add({ terminal, withKeyring }: CommandHost, { json }: JsonOption): Promise<number> {
  const { kid, file, fingerprint } = await withKeyring(({ addEncryptionKey }) => addEncryptionKey.execute());
  terminal.print(json ? JSON.stringify({ kid, file, fingerprint }) : kid);
  terminal.report(`Keep a copy of ${file}, give it to every instance, then run: prompthold keyring promote ${kid}`);
  return 0;
}

async function promote(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withKeyring(({ promoteEncryptionKey }) =>
    retryUntil(
      seconds,
      () => promoteEncryptionKey.execute(kid),
      ({ kind }) => kind === 'not-everywhere',
    ),
  );
  switch (outcome.kind) {
    case 'promoted': {
      const { state, former } = outcome;
      host.confirm(`Keys are sealed with ${kid} from now on.`, { kid, ...state }, json);
      terminal.report(`Give ${state.file} to every instance, then run: prompthold keyring reencrypt`);
      if (former) terminal.report(`At last: prompthold keyring retire ${former}`);
      return 0;
    }
    case 'unknown':
      terminal.report(UNKNOWN);
      return 1;
    case 'retired':
      terminal.report('This key was retired and stays so; run: prompthold keyring add');
      return 1;
    case 'not-everywhere':
      terminal.report(notEverywhere(kid, outcome.holders));
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function retire(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withKeyring(({ retireEncryptionKey }) =>
    retryUntil(
      seconds,
      () => retireEncryptionKey.execute(kid),
      ({ kind }) => kind === 'in-use',
    ),
  );
  switch (outcome.kind) {
    case 'retired':
      host.confirm(`The key ${kid} is retired.`, { kid, ...outcome.state }, json);
      terminal.report(`Give ${outcome.state.file} to every instance.`);
      return 0;
    case 'unknown':
      terminal.report(UNKNOWN);
      return 1;
    case 'primary':
      terminal.report('Keys are sealed with this one: promote another one first.');
      return 1;
    case 'in-use':
      terminal.report(`These instances seal keys with ${kid}, or did a moment ago:\n${named(outcome.holders)}`);
      terminal.report('Give them the keyring file, then try again.');
      return 1;
    case 'needed':
      terminal.report(`Still sealed with ${kid}: ${outcome.accounts}. Run: prompthold keyring reencrypt`);
      return 1;
    case 'superseded':
      terminal.report('Another command changed the keyring at the same moment; nothing was removed.');
      return 1;
    default:
      return outcome satisfies never;
  }
}
