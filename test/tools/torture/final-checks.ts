import { setTimeout as delay } from 'node:timers/promises';
import { read, signIn, verify } from './actions.ts';
import { type Exchange, type History, PROMPT } from './checker/history.ts';
import { LABELS } from './checker/prompt-register.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ExportedPrompt } from './service/send-request.ts';

const ATTEMPTS_MAX = 300;
const PAUSE_MS = 100;

export type Versions = ExportedPrompt['versions'];

/** What the services report after all faults are over. */
export interface FinalState {
  readonly versions: Versions;
  /** The logical time at which the versions were received. */
  readonly returnedAt: number;
}

/** Queries every service. Contradictions are recorded in the history. */
export async function runFinalChecks(history: History, random: SeededRandom): Promise<FinalState> {
  await checkKeys(history, random);
  const finalState = await exportVersions(history, random.between(0, history.services - 1));
  for (let service = 0; service < history.services; service += 1) {
    for (const label of LABELS) await retryUntilResponse(() => read(history, { service }, label));
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

/** All versions with their content, from one service. */
export async function exportVersions(history: History, service: number): Promise<FinalState> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const key = history.currentKey;
    const exchange = await retryUntilResponse(() => history.send(service, { method: 'GET', path: '/api/export', key }));
    const { result, returnedAt } = exchange;
    history.recordKeyUse(exchange, key);
    const prompts = result.kind === 'responded' ? result.body.data?.prompts : undefined;
    if (prompts) return { versions: prompts.find(({ name }) => name === PROMPT)?.versions ?? [], returnedAt };
    await retrySignIn(history, service);
  }
  throw new Error(`cannot export the prompts of ${history.name}`);
}
