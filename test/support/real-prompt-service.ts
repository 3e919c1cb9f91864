import { randomBytes } from 'node:crypto';
import { ApiKey } from '../../src/domain/api-key.ts';
import { invariant } from '../../src/domain/invariant.ts';
import type { PromptService } from './fake-prompt-service.ts';
import { ServiceProcess } from './service-process.ts';

/** One real service for many tests, each with an account of its own that has no prompts yet. */
export class RealPromptService {
  private service: ServiceProcess | undefined;

  readonly open = async (): Promise<PromptService> => {
    this.service ??= await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const answer = await fetch(`${this.service.url}/api/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: `${randomBytes(6).toString('hex')}@example.com`,
        name: 'Ada',
        password: randomBytes(12).toString('hex'),
      }),
    });
    const { token } = (await answer.json()) as { token: string };
    const key = ApiKey.parse(token);
    invariant(key !== undefined, 'a new account has a key');
    return { url: this.service.url, key, close: async () => {} };
  };

  async dispose(): Promise<void> {
    await this.service?.dispose();
  }
}
