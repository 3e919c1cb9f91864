import { setTimeout as delay } from 'node:timers/promises';
import { move, publish, read, reset, signIn, verify, type Where } from './actions.ts';
import { type History, PATIENCE_MS } from './judge/history.ts';
import { LABELS } from './judge/prompt-register.ts';
import type { SeededRandom } from './seeded-random.ts';

const OPERATIONS_MIN = 20;
/** Enough for the longest trouble, and few enough for the search. */
const OPERATIONS_MAX = 80;

const WEIGHTS = { verify: 25, reset: 14, 'sign-in': 3, publish: 18, move: 16, read: 24 };
const THINKING_MS_MAX = 180;
/** After a failure. Who asks again at once spends its time on being refused. */
const BREATH_MS_MAX = 500;
/** Now and then a client gives up early, and never hears how it ended. */
const IMPATIENT_CHANCE = 0.04;
const IMPATIENT_MS = 40;
const OLD_KEY_CHANCE = 0.2;

/** One of several programs that work with the same account, each at its own pace, until the trouble is over. */
export async function runClient(history: History, random: SeededRandom, isOver: () => boolean): Promise<void> {
  for (let step = 0; step < OPERATIONS_MIN || (step < OPERATIONS_MAX && !isOver()); step += 1) {
    const unknowns = history.unknowns;
    const [thinkingMs, breathMs] = [random.between(0, THINKING_MS_MAX), random.between(0, BREATH_MS_MAX)];
    await delay(thinkingMs);
    await act(history, random);
    if (history.unknowns > unknowns) await delay(breathMs);
  }
}

async function act(history: History, random: SeededRandom): Promise<unknown> {
  // All is chosen before anything is looked at, so that the choices depend on the seed alone.
  const chosen = random.weighted(WEIGHTS);
  const where: Where = {
    service: random.between(0, history.services - 1),
    timeoutMs: random.chance(IMPATIENT_CHANCE) ? IMPATIENT_MS : PATIENCE_MS,
  };
  const oldKey = random.chance(OLD_KEY_CHANCE);
  const place = random.next();
  const label = random.pick(LABELS);
  const isPut = random.chance(0.5);
  const labels = random.chance(0.3) ? [label] : [];
  const key = oldKey ? pickAt(history.keys, place) : history.currentKey;

  if (history.needsSignIn) {
    history.needsSignIn = false;
    return signIn(history, where);
  }
  switch (chosen) {
    case 'verify':
      return verify(history, where, key);
    case 'reset':
      return reset(history, where, key);
    case 'sign-in':
      return signIn(history, where);
    case 'publish':
      return publish(history, where, isPut ? 'PUT' : 'POST', labels);
    case 'move':
      // Among the newest, where others move it too; and sometimes one that is not there yet.
      return move(history, where, label, Math.max(1, history.publications.length - Math.floor(place * 4)));
    case 'read':
      return read(history, where, label);
  }
}

function pickAt(keys: readonly string[], place: number): string {
  const key = keys[Math.floor(place * keys.length)];
  if (key === undefined) throw new Error('an account has a key');
  return key;
}
