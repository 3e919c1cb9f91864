import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { startTestService } from '../../support/service/test-resources.ts';

/** A real service with one account, for clients that are processes of their own. */
export async function startClientAccount() {
  const service = await startTestService({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
  const api = new Api(service.url);
  const { token } = await api.openAccount();
  const environment = { PROMPTHOLD_URL: service.url, PROMPTHOLD_KEY: token };
  return { service, environment, client: new Client(api, token) };
}
