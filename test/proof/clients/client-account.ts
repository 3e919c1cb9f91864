import { openAccount, SIGNUP_OPEN } from '../../adapters/clients/python/open-account.ts';
import { startTestService } from '../../support/service/test-resources.ts';

/** A real service with one account, for clients that are processes of their own. */
export async function startClientAccount() {
  const service = await startTestService({ settings: SIGNUP_OPEN });
  const { author: client, env: environment } = await openAccount(service.url);
  return { service, environment, client };
}
