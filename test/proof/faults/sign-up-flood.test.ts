import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api, type ApiResponse, anApplicant, codeIn, type Owner, times } from '../../adapters/http/support/api.ts';
import { proofSize } from '../../support/proof-size.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

const CONNECTIONS = 40;
const SIGN_INS = proofSize({ usual: 10, full: 30 });
const SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };

let service: ServiceProcess;
let api: Api;
let owner: Owner;

beforeAll(async () => {
  service = await ServiceProcess.start({ settings: SETTINGS });
  api = new Api(service.url);
  owner = await api.openAccount();
});
afterAll(() => service.dispose());

/** Keeps connections busy with one kind of request, until the owner has signed in many times. Returns both. */
async function signInDuring(attack: (index: number) => Promise<ApiResponse>) {
  const attacks: ApiResponse[] = [];
  const stop = repeatUntilStopped(
    async (connection, step) => attacks.push(await attack(connection + step * CONNECTIONS)),
    CONNECTIONS,
  );
  const signIns: ApiResponse[] = [];
  for (const index of times(SIGN_INS, Number)) signIns.push(await api.signIn(owner, `198.51.100.${index}`));
  await stop();
  return { attacks, signIns };
}

const statusesOf = (responses: readonly ApiResponse[]) =>
  new Set(responses.map((response) => `${response.status} ${codeIn(response) ?? ''}`.trim()));

it('keeps no owner from signing in when it comes from forty networks', async () => {
  const { attacks, signIns } = await signInDuring((index) =>
    api.call('POST', '/api/accounts', {
      json: anApplicant(),
      headers: { 'X-Forwarded-For': `10.${(index >> 8) & 255}.${index & 255}.1` },
    }),
  );

  expect(statusesOf(signIns)).toEqual(new Set(['200']));
  // On a slow machine, some sign-ups take longer than a request may.
  const allowed = new Set(['201', '429 busy', '503 timeout']);
  expect(statusesOf(attacks)).toContain('201');
  expect([...statusesOf(attacks)].filter((status) => !allowed.has(status))).toEqual([]);
});

it('keeps no owner from signing in when guesses come from one network', async () => {
  const { attacks, signIns } = await signInDuring((index) =>
    api.signIn({ email: anApplicant().email, password: 'a guess' }, `203.0.113.${index & 255}`),
  );

  expect(statusesOf(signIns)).toEqual(new Set(['200']));
  expect(statusesOf(attacks)).toContain('429 busy');
});
