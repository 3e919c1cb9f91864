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
  throw new WrongUsage(`--wait must be 0 to ${WAIT_SECONDS_MAX} seconds`);
}

/** Retries while the outcome asks for it and the time is not up. */
export async function retryUntil<Outcome>(
  seconds: number,
  attempt: () => Promise<Outcome>,
  shouldRetry: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const outcome = await attempt();
    if (!shouldRetry(outcome) || performance.now() >= deadline) return outcome;
    await delay(PAUSE_MS);
  }
}

export const describeLaggards = (kid: string, holders: readonly KeyringHolder[]): string =>
  `These instances cannot read ${kid} yet:\n${listIds(holders)}\nCopy the keyring file to them, then try again.`;

export const listIds = (holders: readonly KeyringHolder[]): string => holders.map(({ id }) => `  ${id}`).join('\n');
