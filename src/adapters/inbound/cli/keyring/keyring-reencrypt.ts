import type { ReencryptionCounts, ReencryptKeys } from '../../../../application/keyring/reencrypt-keys.ts';
import type { CommandHost } from '../host/command-host.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { describeLaggards, listIds, parseWait, retryUntil, type WaitOption } from './keyring-waiting.ts';

const PROGRESS_MS = 200;

/** `prompthold keyring reencrypt` */
export async function runReencryption(host: CommandHost, { json, wait }: WaitOption): Promise<number> {
  const { terminal } = host;
  const seconds = parseWait(wait);
  let broken = 0;
  const outcome = await host.withKeyring(async ({ reencryptKeys }) => {
    await retryUntil(
      seconds,
      () => reencryptKeys.findLaggingHolders(),
      (holders) => holders.length > 0,
    );
    return reencrypt(reencryptKeys, terminal, (account) => {
      broken += 1;
      terminal.report(`The key of account ${account} cannot be decrypted and was not changed.`);
    });
  });
  if (outcome.kind === 'not-everywhere') {
    terminal.report(describeLaggards(outcome.kid, outcome.holders));
    return 1;
  }

  const { kid, counts, lost, stragglers } = outcome;
  const { resealed, already, total } = counts;
  terminal.print(
    json
      ? JSON.stringify(counts)
      : `resealed ${resealed} of ${total} keys (${already} were already sealed with the current encryption key)`,
  );
  if (lost > 0)
    terminal.report(`Keys that were lost with a former keyring: ${lost}. Run: prompthold key rotate --lost`);
  if (stragglers.length > 0) {
    terminal.report(
      `These instances still seal keys with an encryption key other than ${kid}:\n${listIds(stragglers)}`,
    );
    terminal.report('Copy the keyring file to them, then run this command again.');
  }
  return broken > 0 ? 1 : 0;
}

async function reencrypt(useCase: ReencryptKeys, terminal: Terminal, onBroken: (account: string) => void) {
  let shownAt = Number.NEGATIVE_INFINITY;
  const progress = ({ total, resealed }: ReencryptionCounts): void => {
    if (performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    terminal.progress(`${total} accounts checked, ${resealed} keys resealed`);
  };
  try {
    return await useCase.execute({ progress, broken: onBroken });
  } finally {
    terminal.progress('');
  }
}
