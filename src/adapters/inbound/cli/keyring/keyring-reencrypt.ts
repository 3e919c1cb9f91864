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
  const outcome = await host.withUseCases(async ({ reencryptKeys }) => {
    await retryUntil(
      seconds,
      () => reencryptKeys.findLaggingHolders(),
      (holders) => holders.length > 0,
    );
    return reencrypt(reencryptKeys, terminal, (what) => {
      broken += 1;
      terminal.report(`${what} cannot be decrypted and was not changed.`);
    });
  });
  if (outcome.kind === 'not-everywhere') return host.fail(describeLaggards(outcome.kid, outcome.holders));

  const { kid, counts, secrets, lost, lostSecrets, stragglers } = outcome;
  const hasSecrets = secrets.total > 0;
  if (json) terminal.print(JSON.stringify({ ...counts, ...(hasSecrets ? { webhookSecrets: secrets } : {}) }));
  else {
    terminal.print(describeCounts(counts, 'keys'));
    if (hasSecrets) terminal.print(describeCounts(secrets, 'secrets of webhooks'));
  }
  if (lost > 0)
    terminal.report(`Keys that were lost with a former keyring: ${lost}. Run: prompthold key rotate --lost`);
  if (lostSecrets > 0) {
    terminal.report(
      `Secrets of webhooks that were lost with a former keyring: ${lostSecrets}. Their owners must rotate them.`,
    );
  }
  if (stragglers.length > 0) {
    terminal.report(
      `These instances still seal keys with an encryption key other than ${kid}:\n${listIds(stragglers)}`,
    );
    terminal.report('Copy the keyring file to them, then run this command again.');
  }
  return broken > 0 ? 1 : 0;
}

const describeCounts = ({ resealed, already, total }: ReencryptionCounts, what: string): string =>
  `resealed ${resealed} of ${total} ${what} (${already} were already sealed with the current encryption key)`;

async function reencrypt(useCase: ReencryptKeys, terminal: Terminal, onBroken: (what: string) => void) {
  let shownAt = Number.NEGATIVE_INFINITY;
  const progress = ({ total, resealed }: ReencryptionCounts): void => {
    if (performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    terminal.progress(`${total} accounts checked, ${resealed} keys resealed`);
  };
  try {
    return await useCase.execute({
      progress,
      broken: (account) => onBroken(`The key of account ${account}`),
      brokenSecret: (webhook) => onBroken(`The secret of webhook ${webhook}`),
    });
  } finally {
    terminal.progress('');
  }
}
