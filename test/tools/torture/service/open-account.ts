import { setTimeout as delay } from 'node:timers/promises';
import { type Account, PASSWORD, PATIENCE_MS } from '../judge/history.ts';
import type { Fleet } from './fleet.ts';
import { ask } from './send-request.ts';

const ATTEMPTS_MAX = 50;
const BREATH_MS = 100;

/** Each time with another e-mail, because an attempt without an answer may have opened the account. */
export async function openAccount(fleet: Fleet, name: string, from: string): Promise<Account> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const email = `${name.replaceAll(/[^a-z0-9]/gi, '-')}-${attempt}@example.com`.toLowerCase();
    const answer = await ask(fleet.url(attempt % fleet.size), {
      method: 'POST',
      path: '/api/accounts',
      body: { email, name, password: PASSWORD },
      from,
      timeoutMs: PATIENCE_MS,
    });
    const token = answer.kind === 'answered' ? answer.body.token : undefined;
    if (token !== undefined) return { email, token };
    await delay(BREATH_MS);
  }
  throw new Error(`no account can be opened for ${name}`);
}
