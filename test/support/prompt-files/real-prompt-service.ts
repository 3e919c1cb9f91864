import { randomBytes } from 'node:crypto';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { retryWhileHashing } from '../service/retry-while-hashing.ts';
import { ServiceProcess } from '../service/service-process.ts';
import type { PromptService } from './prompt-service.ts';

/** One real service for many tests, each with its own account without prompts. */
export class RealPromptService {
  private service: ServiceProcess | undefined;

  readonly open = async (): Promise<PromptService> => {
    this.service ??= await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const { url } = this.service;
    const { body } = await retryWhileHashing(() => signUp(url));
    const key = ApiKey.parse((body as { token: string }).token);
    invariant(key !== undefined, 'a new account has a key');
    return { url, key };
  };

  async dispose(): Promise<void> {
    await this.service?.dispose();
  }
}

async function signUp(url: string) {
  const response = await fetch(`${url}/api/accounts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `${randomBytes(6).toString('hex')}@example.com`,
      name: 'Ada',
      password: randomBytes(12).toString('hex'),
    }),
  });
  return { status: response.status, body: await response.json() };
}
