import type { Command } from 'commander';
import type { AddEncryptionKey } from '../../../../application/keyring/add-encryption-key.ts';
import type { PromoteEncryptionKey } from '../../../../application/keyring/promote-encryption-key.ts';
import type { ReencryptKeys } from '../../../../application/keyring/reencrypt-keys.ts';
import type { RetireEncryptionKey } from '../../../../application/keyring/retire-encryption-key.ts';
import type { CommandHost, JsonOption } from '../command-host.ts';
import { runReencryption } from './keyring-reencrypt.ts';
import { named, notEverywhere, parseWait, patiently, type WaitOption } from './keyring-waiting.ts';

export interface KeyringUseCases {
  readonly addEncryptionKey: AddEncryptionKey;
  readonly promoteEncryptionKey: PromoteEncryptionKey;
  readonly reencryptKeys: ReencryptKeys;
  readonly retireEncryptionKey: RetireEncryptionKey;
}

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
    .action(host.running((options: JsonOption) => init(host, options)));

  keyring
    .command('add')
    .description('add a new encryption key to the keyring file; it seals nothing yet')
    .option(...JSON_OUTPUT)
    .action(host.running((options: JsonOption) => add(host, options)));

  keyring
    .command('promote')
    .description('seal keys with that encryption key from now on')
    .argument('<kid>')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.running((options: WaitOption, kid = '') => promote(host, options, kid)));

  keyring
    .command('reencrypt')
    .description('seal every key anew that is sealed with another encryption key than the first')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.running((options: WaitOption) => runReencryption(host, options)));

  keyring
    .command('retire')
    .description('remove an encryption key that no key is sealed with any more')
    .argument('<kid>')
    .option(...WAIT)
    .option(...JSON_OUTPUT)
    .action(host.running((options: WaitOption, kid = '') => retire(host, options, kid)));
}

async function init({ doors, terminal, configFile }: CommandHost, { json }: JsonOption): Promise<number> {
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

async function add({ terminal, withKeyring }: CommandHost, { json }: JsonOption): Promise<number> {
  const { kid, file, fingerprint } = await withKeyring(({ addEncryptionKey }) => addEncryptionKey.execute());
  terminal.print(json ? JSON.stringify({ kid, file, fingerprint }) : kid);
  terminal.tell(`Keep a copy of ${file}, give it to every instance, then run: prompthold keyring promote ${kid}`);
  return 0;
}

async function promote(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withKeyring(({ promoteEncryptionKey }) =>
    patiently(
      seconds,
      () => promoteEncryptionKey.execute(kid),
      ({ kind }) => kind === 'not-everywhere',
    ),
  );
  switch (outcome.kind) {
    case 'promoted': {
      const { state, former } = outcome;
      host.confirm(`Keys are sealed with ${kid} from now on.`, { kid, ...state }, json);
      terminal.tell(`Give ${state.file} to every instance, then run: prompthold keyring reencrypt`);
      if (former) terminal.tell(`At last: prompthold keyring retire ${former}`);
      return 0;
    }
    case 'unknown':
      terminal.tell(UNKNOWN);
      return 1;
    case 'retired':
      terminal.tell('This key was retired and stays so; run: prompthold keyring add');
      return 1;
    case 'not-everywhere':
      terminal.tell(notEverywhere(kid, outcome.holders));
      return 1;
    default:
      return outcome satisfies never;
  }
}

async function retire(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withKeyring(({ retireEncryptionKey }) =>
    patiently(
      seconds,
      () => retireEncryptionKey.execute(kid),
      ({ kind }) => kind === 'in-use',
    ),
  );
  switch (outcome.kind) {
    case 'retired':
      host.confirm(`The key ${kid} is retired.`, { kid, ...outcome.state }, json);
      terminal.tell(`Give ${outcome.state.file} to every instance.`);
      return 0;
    case 'unknown':
      terminal.tell(UNKNOWN);
      return 1;
    case 'primary':
      terminal.tell('Keys are sealed with this one: promote another one first.');
      return 1;
    case 'in-use':
      terminal.tell(`These instances seal keys with ${kid}, or did a moment ago:\n${named(outcome.holders)}`);
      terminal.tell('Give them the keyring file, then try again.');
      return 1;
    case 'needed':
      terminal.tell(`Still sealed with ${kid}: ${outcome.accounts}. Run: prompthold keyring reencrypt`);
      return 1;
    case 'superseded':
      terminal.tell('Another command changed the keyring at the same moment; nothing was removed.');
      return 1;
    default:
      return outcome satisfies never;
  }
}
