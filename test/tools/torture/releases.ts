import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import { isConflict, type SendOptions, statusOf } from './actions.ts';
import { INCLUDER, LIVE, PARTIAL } from './checker/check-releases.ts';
import type { Exchange, History } from './checker/history.ts';
import { isEnded, obtainSession, protect } from './session-actions.ts';

const ATTEMPTS_MAX = 10;
const STEPS_MIN = 5;
const STEPS_MAX = 30;
const PAUSE_MS_MAX = 300;
const NEW_INCLUDER_CHANCE = 0.3;

/** Publishes the prompts, protects the label and moves it for the first time. */
export async function prepareReleases(history: History): Promise<void> {
  const options = { service: 0 };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    await publish(history, options, PARTIAL, 'part 0');
    await publish(history, options, INCLUDER, `whole 0: {{> ${PARTIAL}}}`);
    await protect(history, options, []);
    await promote(history, options, 1);
    if (history.releases.promotions.length > 0) return;
  }
  throw new Error(`cannot release ${INCLUDER} of history ${history.name}: ${history.failures}`);
}

/** Two clients, until the faults are over: one publishes what the other one promotes. Both render in between. */
export async function runReleases(history: History, random: SeededRandom, isOver: () => boolean): Promise<void> {
  const repeat = async (act: (step: number, options: SendOptions) => Promise<unknown>) => {
    for (let step = 1; step <= STEPS_MIN || (step <= STEPS_MAX && !isOver()); step += 1) {
      await delay(random.between(0, PAUSE_MS_MAX));
      await act(step, { service: random.between(0, history.services - 1) });
      await render(history, { service: random.between(0, history.services - 1) });
    }
  };
  let newest = 1;
  await Promise.all([
    repeat((step, options) => publish(history, options, PARTIAL, `part ${step}`)),
    repeat(async (step, options) => {
      if (random.chance(NEW_INCLUDER_CHANCE)) {
        newest = (await publish(history, options, INCLUDER, `whole ${step}: {{> ${PARTIAL}}}`)) ?? newest;
      }
      await promote(history, options, newest);
    }),
  ]);
}

/** Returns the version, if it was acknowledged. */
async function publish(
  history: History,
  { service }: SendOptions,
  name: string,
  content: string,
): Promise<number | undefined> {
  const key = history.currentKey;
  const request = { method: 'PUT', path: `/api/prompts/${name}`, key, body: { content } } as const;
  const exchange = await history.send(service, request);
  history.recordKeyUse(exchange, key);
  const version = dataOf(exchange)?.version;
  if (version === undefined) {
    if (statusOf(exchange) !== 401 && !isConflict(exchange)) history.recordUnexpected(`publish of ${name}`, exchange);
  } else if (name === PARTIAL) history.releases.partials.push({ version, ...timesOf(exchange) });
  return version;
}

async function promote(history: History, options: SendOptions, version: number): Promise<void> {
  const cookie = await obtainSession(history, options);
  if (cookie === undefined) return;
  const path = `/dashboard/api/prompts/${INCLUDER}/labels/${LIVE}`;
  const exchange = await history.send(options.service, { method: 'PUT', path, cookie, body: { version } });
  if (statusOf(exchange) === 200) history.releases.promotions.push(timesOf(exchange));
  else if (!isEnded(history, exchange) && !isConflict(exchange)) history.recordUnexpected('promotion', exchange);
}

async function render(history: History, { service }: SendOptions): Promise<void> {
  const key = history.currentKey;
  const path = `/api/prompts/${INCLUDER}/render`;
  const exchange = await history.send(service, { method: 'POST', path, key, body: { label: LIVE } });
  history.recordKeyUse(exchange, key);
  const { text, fingerprint } = dataOf(exchange) ?? {};
  if (text !== undefined && fingerprint !== undefined) {
    history.releases.renderings.push({ text, fingerprint, ...timesOf(exchange) });
  } else if (statusOf(exchange) !== 401) history.recordUnexpected('rendering', exchange);
}

const dataOf = ({ result }: Exchange) => (result.kind === 'responded' ? result.body.data : undefined);

const timesOf = ({ calledAt, returnedAt }: Exchange) => ({ calledAt, returnedAt });
