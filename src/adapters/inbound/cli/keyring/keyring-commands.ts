import type { Command } from 'commander';
import { addCommand, addGroup, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { addKeyringLossCommands, KEEP_A_COPY, printKeyring } from './keyring-loss.ts';
import { runReencryption } from './keyring-reencrypt.ts';
import { describeLaggards, listIds, parseWait, retryUntil, type WaitOption } from './keyring-waiting.ts';

const WAIT = ['--wait <seconds>', 'how long to wait for all instances to read the changed keyring file', '0'] as const;
const UNKNOWN = 'The keyring file has no key with this id.';

/** `prompthold keyring …` */
export function addKeyringCommands(program: Command, host: CommandHost): void {
  const keyring = addGroup(program, 'keyring', 'create, rotate, recover and replace the keys that seal API keys', [
    'prompthold keyring init',
    'prompthold keyring add',
  ]);

  addCommand<JsonOption>(keyring, host, {
    name: 'init',
    description: 'create a new keyring file',
    options: [JSON_OUTPUT],
    examples: [
      'prompthold keyring init',
      'PROMPTHOLD_KEYRING_FILE=/etc/prompthold/keyring.json prompthold keyring init',
    ],
    run: (options) => init(host, options),
  });

  addCommand<JsonOption>(keyring, host, {
    name: 'add',
    description: 'add an encryption key to the keyring file, without using it yet',
    options: [JSON_OUTPUT],
    examples: ['prompthold keyring add', 'KID=$(prompthold keyring add)'],
    run: (options) => add(host, options),
  });

  addCommand<WaitOption>(keyring, host, {
    name: 'promote',
    description: 'use this encryption key to seal keys from now on',
    operands: [['<kid>']],
    options: [WAIT, JSON_OUTPUT],
    examples: ['prompthold keyring promote $KID', 'prompthold keyring promote $KID --wait 60'],
    run: (options, kid = '') => promote(host, options, kid),
  });

  addCommand<WaitOption>(keyring, host, {
    name: 'reencrypt',
    description: 'reseal all keys that are not sealed with the current encryption key',
    options: [WAIT, JSON_OUTPUT],
    examples: ['prompthold keyring reencrypt --wait 60'],
    run: (options) => runReencryption(host, options),
  });

  addCommand<WaitOption>(keyring, host, {
    name: 'retire',
    description: 'remove an encryption key that no longer seals any key',
    operands: [['<kid>']],
    options: [WAIT, JSON_OUTPUT],
    examples: ['prompthold keyring retire $KID --wait 60'],
    run: (options, kid = '') => retire(host, options, kid),
  });

  addKeyringLossCommands(keyring, host);
}

async function init(host: CommandHost, { json }: JsonOption): Promise<number> {
  const outcome = await host.services.initKeyring(host.configFile);
  switch (outcome.kind) {
    case 'created':
      return printKeyring(host, outcome, json, KEEP_A_COPY);
    case 'exists':
      return host.fail(`${outcome.file} already exists and was not changed.`);
    case 'in-use':
      return host.fail(
        `The storage already uses a keyring. Restore that keyring to ${outcome.file} instead of creating a new one.`,
      );
    default:
      return outcome satisfies never;
  }
}

async function add(host: CommandHost, { json }: JsonOption): Promise<number> {
  const { terminal } = host;
  const { kid, file, fingerprint } = await host.withUseCases(({ addEncryptionKey }) => addEncryptionKey());
  terminal.print(json ? JSON.stringify({ kid, file, fingerprint }) : kid);
  terminal.report(`Keep a copy of ${file}, copy it to every instance, then run: prompthold keyring promote ${kid}`);
  return 0;
}

async function promote(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withUseCases(({ promoteEncryptionKey }) =>
    retryUntil(
      seconds,
      () => promoteEncryptionKey.execute(kid),
      ({ kind }) => kind === 'not-everywhere',
    ),
  );
  switch (outcome.kind) {
    case 'promoted': {
      const { state, former } = outcome;
      host.confirm(`Keys are now sealed with ${kid}.`, { kid, ...state }, json);
      terminal.report(`Copy ${state.file} to every instance, then run: prompthold keyring reencrypt`);
      if (former) terminal.report(`Finally, run: prompthold keyring retire ${former}`);
      return 0;
    }
    case 'unknown':
      return host.fail(UNKNOWN);
    case 'retired':
      return host.fail('This key was retired and cannot be used again. To add a new one, run: prompthold keyring add');
    case 'not-everywhere':
      return host.fail(describeLaggards(kid, outcome.holders));
    default:
      return outcome satisfies never;
  }
}

async function retire(host: CommandHost, { json, wait }: WaitOption, kid: string): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  const outcome = await host.withUseCases(({ retireEncryptionKey }) =>
    retryUntil(
      seconds,
      () => retireEncryptionKey.execute(kid),
      ({ kind }) => kind === 'in-use',
    ),
  );
  switch (outcome.kind) {
    case 'retired':
      host.confirm(`Key ${kid} is retired.`, { kid, ...outcome.state }, json);
      terminal.report(`Copy ${outcome.state.file} to every instance.`);
      return 0;
    case 'unknown':
      return host.fail(UNKNOWN);
    case 'primary':
      return host.fail('This is the current encryption key. Promote another one first.');
    case 'in-use':
      return host.fail(
        `These instances still seal keys with ${kid}, or did a moment ago:\n${listIds(outcome.holders)}`,
        'Copy the keyring file to them, then try again.',
      );
    case 'needed':
      return host.fail(`${describeNeeds(kid, outcome)} Run: prompthold keyring reencrypt`);
    case 'superseded':
      return host.fail('Another command changed the keyring at the same time. Nothing was removed.');
    default:
      return outcome satisfies never;
  }
}

function describeNeeds(kid: string, { accounts, webhooks }: { readonly accounts: number; readonly webhooks: number }) {
  if (webhooks === 0) return `Keys still sealed with ${kid}: ${accounts}.`;
  return `Still sealed with ${kid}: keys: ${accounts}, secrets of webhooks: ${webhooks}.`;
}
