import { describe, expect, it } from 'vitest';
import { Api, type ApiResponse, anApplicant, codeIn, type Owner, times } from '../../adapters/http/support/api.ts';
import { processStatus } from '../../support/service/process-status.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const FLOOD = 500;
/** About 100 when idle; two hashes take 19 each, and every queued request a little. */
const MEMORY_MIB_MAX = 300;
const SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };

describe.each(realStorages)('500 concurrent sign-ins on $name', ({ fresh }) => {
  it('all get the correct response, while keys keep working and memory stays bounded', async () => {
    const installation = await createTestInstallation(fresh, SETTINGS);
    const service = await installation.serve();
    const api = new Api(service.url);
    const owner = await api.openAccount();

    const responses = await Promise.all(times(FLOOD, (index) => floodWith(index, api, owner)));

    expect(responses.map(({ verified }) => verified.status)).toEqual(Array(FLOOD).fill(200));
    for (const { kind, response } of responses) expect(findProblem(kind, response, owner)).toBeUndefined();
    // Some were rejected and some got through; which ones is random.
    const rejected = responses.filter(({ response }) => isRejected(response)).length;
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(FLOOD);
    expect(processStatus(service.pid).peakMib).toBeLessThan(MEMORY_MIB_MAX);
    // The guesses of others did not lock the owner out.
    expect((await api.signIn(owner, '198.19.0.1')).status).toBe(200);
  });
});

type Kind = 'unknown e-mail' | 'wrong password' | 'right password';

const KINDS: readonly Kind[] = ['unknown e-mail', 'wrong password', 'right password'];

/**
 * Signs in from many addresses like a botnet, so that no throttle by address applies. Each client then verifies the key
 * immediately: most of them early, the others while the last passwords are hashed.
 */
async function floodWith(index: number, api: Api, owner: Owner) {
  const kind = KINDS[index % KINDS.length] ?? 'unknown e-mail';
  const email = kind === 'unknown e-mail' ? anApplicant().email : owner.email;
  const password = kind === 'right password' ? owner.password : `a guess, number ${index}`;
  const response = await api.signIn({ email, password }, `198.18.${index >> 8}.${index & 255}`);
  return { kind, response, verified: await api.verify(owner.token) };
}

/** Too many are waiting, or, on a slow machine, this one or its query waited too long: never a wrong 401. */
const isRejected = (response: ApiResponse): boolean =>
  (codeIn(response) === 'busy' && response.headers.get('Retry-After') === '2') ||
  (['timeout', 'storage_unavailable'].includes(codeIn(response) ?? '') && response.headers.get('Retry-After') === '1');

/** Undefined when the response is acceptable. */
function findProblem(kind: Kind, response: ApiResponse, owner: Owner): string | undefined {
  const { status, text, headers } = response;
  const problem = `${kind}: ${status} ${text}`;
  if (isRejected(response)) return undefined;
  if (kind !== 'right password') {
    const isCorrect = status === 401 && text === '{"error":"Unauthorized"}' && headers.has('WWW-Authenticate');
    return isCorrect ? undefined : problem;
  }
  return status === 200 && text.includes(owner.token) ? undefined : problem;
}
