import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import { read, signIn, verify } from './actions.ts';
import type { FeedEvent, StoredState } from './checker/check-feed.ts';
import { type Exchange, type History, PROMPT } from './checker/history.ts';
import { LABELS } from './checker/prompt-register.ts';
import type { ExportedPrompt, ResponseBody } from './service/send-request.ts';
import { readProtection } from './session-actions.ts';

const ATTEMPTS_MAX = 300;
const PAUSE_MS = 100;

export type Versions = ExportedPrompt['versions'];

/** What the services report after all faults are over. */
export interface FinalState {
  readonly versions: Versions;
  /** All prompts of the account. */
  readonly prompts: readonly ExportedPrompt[];
  /** The logical time at which the versions were received. */
  readonly returnedAt: number;
  /** The whole feed of the account, and what was stored at that time. */
  readonly events: readonly FeedEvent[];
  readonly stored: StoredState;
}

/** Queries every service. Contradictions are recorded in the history. */
export async function runFinalChecks(history: History, random: SeededRandom): Promise<FinalState> {
  await checkKeys(history, random);
  const finalState = await readFinalState(history, random.between(0, history.services - 1));
  for (let service = 0; service < history.services; service += 1) {
    for (const label of LABELS) await retryUntilResponse(() => read(history, { service }, label));
    await retryUntilResponse(() => readProtection(history, { service }));
  }
  return finalState;
}

/**
 * Of all keys ever seen, every service accepts exactly one, and sign-in returns it. A reset of unknown outcome may still
 * take effect during the check. As no key comes back, none did if sign-in returns the same key before and after.
 */
async function checkKeys(history: History, random: SeededRandom): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await retrySignIn(history, random.between(0, history.services - 1));
    const wrong = await findWrongKeyResponses(history, before);
    const after = await retrySignIn(history, random.between(0, history.services - 1));
    if (before !== after) continue;
    history.failures.push(...wrong);
    return;
  }
  throw new Error(`the key of ${history.name} keeps changing`);
}

async function findWrongKeyResponses(history: History, valid: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let service = 0; service < history.services; service += 1) {
    for (const [index, key] of history.keys.entries()) {
      const { result } = await retryUntilResponse(() => verify(history, { service }, key));
      const accepted = result.kind === 'responded' && result.status === 200;
      if (accepted !== (key === valid)) {
        wrong.push(`at the end, service ${service} ${accepted ? 'accepts' : 'rejects'} k${index}`);
      }
    }
  }
  return wrong;
}

async function retrySignIn(history: History, service: number): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const key = await signIn(history, { service });
    if (key !== undefined) return key;
    if (history.failures.length > 0) break;
    await delay(PAUSE_MS);
  }
  throw new Error(`cannot sign in to ${history.name}: ${history.failures.join('; ')}`);
}

async function retryUntilResponse(action: () => Promise<Exchange>): Promise<Exchange> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const exchange = await action();
    if (exchange.result.kind === 'responded') return exchange;
    await delay(PAUSE_MS);
  }
  throw new Error('the service does not respond although all faults are over');
}

/**
 * Everything about the prompt and the whole feed, from one service. A write of unknown outcome may still take effect: what
 * is read belongs together if the feed is the same before and after.
 */
export async function readFinalState(history: History, service: number): Promise<FinalState> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await readFeed(history, service);
    const { body, returnedAt } = await get(history, service, '/api/export');
    const protection = await get(history, service, '/api/protected-labels');
    const after = await readFeed(history, service);
    if (before.position !== after.position) continue;
    const prompts = body.data?.prompts ?? [];
    const prompt = prompts.find(({ name }) => name === PROMPT);
    const labels = protection.body.data?.labels;
    const stored = {
      revision: Number(after.position.split('-', 1)),
      versions: prompt?.versions ?? [],
      moves: prompt?.history ?? [],
      protected: Array.isArray(labels) ? labels : [],
    };
    return { versions: prompt?.versions ?? [], prompts, returnedAt, events: after.events, stored };
  }
  throw new Error(`the prompts of ${history.name} keep changing`);
}

interface ChangePage {
  readonly data: readonly FeedEvent[];
  readonly nextCursor: string | null;
  readonly position: string;
}

async function readFeed(history: History, service: number) {
  const events: FeedEvent[] = [];
  let after: string | null = '0';
  let position = '';
  while (after !== null) {
    const { body } = await get(history, service, `/api/changes?limit=200&after=${after}`);
    const page = body as unknown as ChangePage;
    events.push(...page.data);
    ({ nextCursor: after, position } = page);
  }
  return { events, position };
}

/** A successful response, with the key of the account, whatever it is by then. */
async function get(
  history: History,
  service: number,
  path: string,
): Promise<{ readonly body: ResponseBody; readonly returnedAt: number }> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const key = history.currentKey;
    const exchange = await retryUntilResponse(() => history.send(service, { method: 'GET', path, key }));
    const { result, returnedAt } = exchange;
    history.recordKeyUse(exchange, key);
    if (result.kind === 'responded' && result.status === 200) return { body: result.body, returnedAt };
    await retrySignIn(history, service);
  }
  throw new Error(`cannot read ${path} of ${history.name}`);
}
