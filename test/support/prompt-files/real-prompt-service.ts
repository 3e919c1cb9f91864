import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { ServiceProcess } from '../service/service-process.ts';
import type { PromptService } from './prompt-service.ts';

/** One real service for many tests, each with its own account without prompts. */
export class RealPromptService {
  private service: ServiceProcess | undefined;

  readonly open = async (): Promise<PromptService> => {
    this.service ??= await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const { url } = this.service;
    const { token } = await new Api(url).openAccount();
    const key = ApiKey.parse(token);
    invariant(key !== undefined, 'a new account has a key');
    return { url, key };
  };

  async dispose(): Promise<void> {
    await this.service?.dispose();
  }
}
