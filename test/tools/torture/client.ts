import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import { move, publish, read, reset, type SendOptions, signIn, verify } from './actions.ts';
import { type History, REQUEST_TIMEOUT_MS } from './checker/history.ts';
import { LABELS, type LabelName } from './checker/prompt-register.ts';
import { moveInDashboard, protect, readProtection } from './session-actions.ts';

const OPERATIONS_MIN = 20;
/** Enough to last through the longest faults, and few enough for the linearizability search. */
const OPERATIONS_MAX = 80;

const WEIGHTS = {
  verify: 25,
  reset: 14,
  'sign-in': 3,
  publish: 18,
  move: 16,
  read: 20,
  protect: 5,
  'move-in-dashboard': 4,
  'read-protection': 3,
};
/** Most of the time, one label is protected, so that some moves are refused and others are not. */
const PROTECTIONS: readonly (readonly LabelName[])[] = [[], ['production'], ['production'], ['staging'], LABELS];
const THINK_TIME_MS_MAX = 180;
/** After a failure. A client that retries immediately would only collect more failures. */
const PAUSE_MS_MAX = 500;
/** Now and then a client times out early and never learns the outcome. */
const SHORT_TIMEOUT_CHANCE = 0.04;
const SHORT_TIMEOUT_MS = 40;
const OLD_KEY_CHANCE = 0.2;
/** Many writes begin before a reset and end after it. */
const LATE_BODY_CHANCE = 0.3;
const BODY_DELAY_MS_MAX = 600;

/** One of several clients that share an account, each at its own pace, until the faults are over. */
export async function runClient(history: History, random: SeededRandom, isOver: () => boolean): Promise<void> {
  for (let step = 0; step < OPERATIONS_MIN || (step < OPERATIONS_MAX && !isOver()); step += 1) {
    const unknowns = history.unknowns;
    const [thinkTimeMs, pauseMs] = [random.between(0, THINK_TIME_MS_MAX), random.between(0, PAUSE_MS_MAX)];
    await delay(thinkTimeMs);
    await act(history, random);
    if (history.unknowns > unknowns) await delay(pauseMs);
  }
}

async function act(history: History, random: SeededRandom): Promise<unknown> {
  // Draw all random numbers first, so that the choices depend on the seed alone.
  const action = random.weighted(WEIGHTS);
  const options: SendOptions = {
    service: random.between(0, history.services - 1),
    timeoutMs: random.chance(SHORT_TIMEOUT_CHANCE) ? SHORT_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    bodyDelayMs: random.chance(LATE_BODY_CHANCE) ? random.between(1, BODY_DELAY_MS_MAX) : undefined,
  };
  const usesOldKey = random.chance(OLD_KEY_CHANCE);
  const fraction = random.next();
  const label = random.pick(LABELS);
  const isPut = random.chance(0.5);
  const labels = random.chance(0.3) ? [label] : [];
  const protectedLabels = random.pick(PROTECTIONS);
  const key = usesOldKey ? pickAt(history.keys, fraction) : history.currentKey;

  if (history.needsSignIn) {
    history.needsSignIn = false;
    return signIn(history, options);
  }
  switch (action) {
    case 'verify':
      return verify(history, options, key);
    case 'reset':
      return reset(history, options, key);
    case 'sign-in':
      return signIn(history, options);
    case 'publish':
      return publish(history, options, isPut ? 'PUT' : 'POST', labels);
    case 'move':
      return move(history, options, label, aNewVersion(history, fraction));
    case 'move-in-dashboard':
      return moveInDashboard(history, options, label, aNewVersion(history, fraction));
    case 'protect':
      return protect(history, options, protectedLabels);
    case 'read-protection':
      return readProtection(history, options);
    case 'read':
      return read(history, options, label);
  }
}

/** One of the newest versions, where moves compete; sometimes one that does not exist yet. */
const aNewVersion = ({ publications }: History, fraction: number): number =>
  Math.max(1, publications.length - Math.floor(fraction * 4));

function pickAt(keys: readonly string[], fraction: number): string {
  const key = keys[Math.floor(fraction * keys.length)];
  if (key === undefined) throw new Error('the account has no key');
  return key;
}
