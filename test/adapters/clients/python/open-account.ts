import { Client } from '../../http/prompts/support/client.ts';
import { Api } from '../../http/support/api.ts';

/** Settings of a service that accounts can be opened on. */
export const SIGNUP_OPEN = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' };

/** An account with its author of prompts, and the variables of programs that read them. */
export async function openAccount(url: string) {
  const api = new Api(url);
  const { token } = await api.openAccount();
  return { author: new Client(api, token), env: { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: token } };
}
