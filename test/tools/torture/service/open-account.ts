import { setTimeout as delay } from 'node:timers/promises';
import { type Account, PASSWORD, REQUEST_TIMEOUT_MS } from '../checker/history.ts';
import { sendRequest } from './send-request.ts';
import type { ServiceInstances } from './service-instances.ts';

const ATTEMPTS_MAX = 50;
const PAUSE_MS = 100;

/** Uses another e-mail for each attempt, because an attempt without a response may have opened the account. */
export async function openAccount(instances: ServiceInstances, name: string, from: string): Promise<Account> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const email = `${name.replaceAll(/[^a-z0-9]/gi, '-')}-${attempt}@example.com`.toLowerCase();
    const result = await sendRequest(instances.url(attempt % instances.size), {
      method: 'POST',
      path: '/api/accounts',
      body: { email, name, password: PASSWORD },
      from,
      timeoutMs: REQUEST_TIMEOUT_MS,
    });
    const token = result.kind === 'responded' ? result.body.token : undefined;
    if (token !== undefined) return { email, token };
    await delay(PAUSE_MS);
  }
  throw new Error(`cannot open an account for ${name}`);
}
