import { setTimeout as delay } from 'node:timers/promises';
import type { KeyringHolder } from '../../../../application/ports/keyring-register.ts';
import type { JsonOption } from '../host/command-host.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';

const WAIT_SECONDS_MAX = 3600;
const PAUSE_MS = 500;

export interface WaitOption extends JsonOption {
  readonly wait: string;
}

export function parseWait(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= WAIT_SECONDS_MAX) return seconds;
  throw new WrongUsage(`--wait takes 0 to ${WAIT_SECONDS_MAX} seconds`);
}

/** Tries again as long as it is too early and there is time. */
export async function retryUntil<Outcome>(
  seconds: number,
  attempt: () => Promise<Outcome>,
  isTooEarly: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const outcome = await attempt();
    if (!isTooEarly(outcome) || performance.now() >= deadline) return outcome;
    await delay(PAUSE_MS);
  }
}

export const notEverywhere = (kid: string, holders: readonly KeyringHolder[]): string =>
  `These instances cannot read ${kid} yet:\n${named(holders)}\nGive them the keyring file, then try again.`;

export const named = (holders: readonly KeyringHolder[]): string => holders.map(({ id }) => `  ${id}`).join('\n');
