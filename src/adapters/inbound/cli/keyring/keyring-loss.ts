import type { Command } from 'commander';
import { addCommand, JSON_OUTPUT } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';
import type { KeyringReplacement } from '../host/command-services.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { listIds, parseWait, retryUntil, type WaitOption } from './keyring-waiting.ts';

const RECOVER_SECONDS = '10';

interface ReplaceOptions extends WaitOption {
  readonly lost?: boolean;
  readonly adopt?: boolean;
}

/** `prompthold keyring recover` and `prompthold keyring replace`, for an installation whose keyring file is gone. */
export function addKeyringLossCommands(keyring: Command, host: CommandHost): void {
  addCommand<WaitOption>(keyring, host, {
    name: 'recover',
    description: 'let a running instance write the missing keyring file again',
    options: [['--wait <seconds>', 'how long to wait for an instance', RECOVER_SECONDS], JSON_OUTPUT],
    examples: ['prompthold keyring recover'],
    run: (options) => recover(host, options),
  });

  addCommand<ReplaceOptions>(keyring, host, {
    name: 'replace',
    description: 'create a new keyring for a storage whose own was lost; every API key stops working',
    options: [
      ['--lost', 'confirm that the keyring is lost'],
      ['--adopt', 'use the keyring file that is in place instead of creating one'],
      ['--wait <seconds>', 'how long to wait until no instance holds the lost keyring', '0'],
      JSON_OUTPUT,
    ],
    examples: ['prompthold keyring replace --lost', 'prompthold keyring replace --lost --adopt'],
    run: (options) => replace(host, options),
  });
}

/** Returns the exit code. */
export function printKeyring(
  { terminal }: CommandHost,
  { file, fingerprint }: { readonly file: string; readonly fingerprint: string },
  json = false,
  ...advice: readonly string[]
): number {
  terminal.print(json ? JSON.stringify({ file, fingerprint }) : `${file} ${fingerprint}`);
  for (const sentence of advice) terminal.report(sentence);
  return 0;
}

export const KEEP_A_COPY = 'Keep a copy of this file in a safe place: without it, no API key can be decrypted.';

async function recover(host: CommandHost, { json, wait }: WaitOption): Promise<number> {
  const outcome = await host.services.recoverKeyring(host.configFile, parseWait(wait) * 1000);
  const { file } = outcome;
  switch (outcome.kind) {
    case 'recovered':
      return printKeyring(host, outcome, json, KEEP_A_COPY);
    case 'exists':
      return host.fail(`${file} exists and was not changed.`);
    case 'not-written':
      return host.fail(
        `No instance has written ${file}.`,
        outcome.holders.length > 0
          ? `These instances hold the keyring:\n${listIds(outcome.holders)}\nRun this command on their machine, as root or their user, with their settings.`
          : 'No running instance holds the keyring. Restore the file from your backup, or run: prompthold keyring replace --lost',
      );
    default:
      return outcome satisfies never;
  }
}

async function replace(host: CommandHost, { json, wait, lost, adopt = false }: ReplaceOptions): Promise<number> {
  if (!lost) {
    throw new WrongUsage(
      'Every API key stops working when the keyring is replaced. If it is lost, confirm that with --lost.',
    );
  }
  const { services, configFile } = host;
  const outcome = await retryUntil(
    parseWait(wait),
    () => services.replaceKeyring(configFile, { adopt }),
    ({ kind }) => kind === 'held',
  );
  if (outcome.kind !== 'replaced') return host.fail(describeRefusal(outcome));
  const { file, state } = outcome;
  return printKeyring(
    host,
    { file, fingerprint: state.fingerprint },
    json,
    `Keep a copy of ${file}, copy it to every instance, and start them.`,
    'Every account gets a new API key at its next sign-in. To replace all now, run: prompthold key rotate --lost',
    'Webhooks are disabled until their owners rotate their secrets.',
  );
}

type Refusal = Exclude<KeyringReplacement, { readonly kind: 'replaced' }>;

function describeRefusal(refusal: Refusal): string {
  const { file } = refusal;
  switch (refusal.kind) {
    case 'unused':
      return 'The storage does not use a keyring yet. Run: prompthold keyring init';
    case 'present':
      return `${file} is the keyring of this storage: nothing is lost, and nothing was changed.`;
    case 'other':
      return `${file} is another keyring and was not changed. To use it from now on, add --adopt; to create a new one, move it away.`;
    case 'missing':
      return `${file} is missing, so there is nothing to adopt. Without --adopt, a new keyring is created.`;
    case 'unusable':
      return `${file} cannot be used for this storage: all its encryption keys are retired, or have ids that are taken. Move it away to create a new one.`;
    case 'held':
      return `These instances hold the keyring:\n${listIds(refusal.holders)}\nNothing is lost yet: run "prompthold keyring recover" on their machine. Or stop them, and try again with --wait 60.`;
    case 'superseded':
      return 'Another command replaced the keyring at the same time. Get the file that it created.';
    default:
      return refusal satisfies never;
  }
}
