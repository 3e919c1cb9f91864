import { setTimeout as delay } from 'node:timers/promises';
import { read, signIn, verify } from './actions.ts';
import { type Asked, type History, PROMPT } from './judge/history.ts';
import { LABELS } from './judge/prompt-register.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ExportedPrompt } from './service/send-request.ts';

const ATTEMPTS_MAX = 300;
const BREATH_MS = 100;

export type Versions = ExportedPrompt['versions'];

/** What all services say when everything is well again. */
export interface Finale {
  readonly versions: Versions;
  /** When they were told. */
  readonly returned: number;
}

/** Asks all services for everything that there is to know. What contradicts is written down in the history. */
export async function concludeHistory(history: History, random: SeededRandom): Promise<Finale> {
  await checkKeys(history, random);
  const finale = await exportedVersions(history, random.between(0, history.services - 1));
  for (let service = 0; service < history.services; service += 1) {
    for (const label of LABELS) await untilAnswered(() => read(history, { service }, label));
  }
  return finale;
}

/**
 * Exactly one key of all that were ever seen is accepted, by every service, and sign-in tells it. A reset of which nobody
 * knew may still take effect meanwhile. As no key comes back, it has not where the same key is told before and after.
 */
async function checkKeys(history: History, random: SeededRandom): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await untilSignedIn(history, random.between(0, history.services - 1));
    const wrong = await wronglyAnswered(history, before);
    const after = await untilSignedIn(history, random.between(0, history.services - 1));
    if (before !== after) continue;
    history.failures.push(...wrong);
    return;
  }
  throw new Error(`the key of ${history.name} does not settle`);
}

async function wronglyAnswered(history: History, valid: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let service = 0; service < history.services; service += 1) {
    for (const [index, key] of history.keys.entries()) {
      const { answer } = await untilAnswered(() => verify(history, { service }, key));
      const accepted = answer.kind === 'answered' && answer.status === 200;
      if (accepted !== (key === valid)) {
        wrong.push(`at the end, service ${service} ${accepted ? 'accepts' : 'refuses'} k${index}`);
      }
    }
  }
  return wrong;
}

async function untilSignedIn(history: History, service: number): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const key = await signIn(history, { service });
    if (key !== undefined) return key;
    if (history.failures.length > 0) break;
    await delay(BREATH_MS);
  }
  throw new Error(`nobody can sign in to ${history.name}: ${history.failures.join('; ')}`);
}

async function untilAnswered(action: () => Promise<Asked>): Promise<Asked> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const asked = await action();
    if (asked.answer.kind === 'answered') return asked;
    await delay(BREATH_MS);
  }
  throw new Error('the service does not answer although all is well again');
}

/** All versions with their words, from one service. */
export async function exportedVersions(history: History, service: number): Promise<Finale> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const key = history.currentKey;
    const asked = await untilAnswered(() => history.ask(service, { method: 'GET', path: '/api/export', key }));
    const { answer, returned } = asked;
    history.recordUse(asked, key);
    const prompts = answer.kind === 'answered' ? answer.body.data?.prompts : undefined;
    if (prompts) return { versions: prompts.find(({ name }) => name === PROMPT)?.versions ?? [], returned };
    await untilSignedIn(history, service);
  }
  throw new Error(`nothing of ${history.name} can be exported`);
}
