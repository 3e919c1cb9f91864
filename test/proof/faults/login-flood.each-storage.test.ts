import { describe, expect, it } from 'vitest';
import { Api, type ApiResponse, anApplicant, codeIn, type Owner, times } from '../../adapters/http/support/api.ts';
import { Installation } from '../../support/service/installation.ts';
import { processStatus } from '../../support/service/process-status.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const FLOOD = 500;
/** About 100 when it is idle; two hashes take 19 each, and every waiting request a little. */
const MEMORY_MIB_MAX = 300;
const SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' };

describe.each(realStorages)('500 concurrent sign-ins on $name', ({ fresh }) => {
  it('all get the right response, while keys keep working and memory stays bounded', async () => {
    const storage = await fresh();
    const installation = await Installation.on(storage.url, SETTINGS);
    try {
      const service = await installation.serve();
      const api = new Api(service.url);
      const owner = await api.openAccount();

      const answers = await Promise.all(times(FLOOD, (index) => floodWith(index, api, owner)));

      expect(answers.map(({ verified }) => verified.status)).toEqual(Array(FLOOD).fill(200));
      for (const { kind, answer } of answers) expect(wrongWith(kind, answer, owner)).toBeUndefined();
      // Neither a flood that was not one, nor one in which nobody got through: who does, is a matter of chance.
      const refused = answers.filter(({ answer }) => answer.status === 429).length;
      expect(refused).toBeGreaterThan(0);
      expect(refused).toBeLessThan(FLOOD);
      expect(processStatus(service.pid).peakMib).toBeLessThan(MEMORY_MIB_MAX);
      // Nobody was locked out by others' guesses.
      expect((await api.signIn(owner, '198.19.0.1')).status).toBe(200);
    } finally {
      await installation.dispose();
      await storage.dispose();
    }
  });
});

type Kind = 'unknown e-mail' | 'wrong password' | 'right password';

const KINDS: readonly Kind[] = ['unknown e-mail', 'wrong password', 'right password'];

/**
 * From many addresses, as a botnet would, so that no throttle by address ends it early. Whoever was answered looks at once
 * whether the key still opens: most of them early, the others while the last passwords are hashed.
 */
async function floodWith(index: number, api: Api, owner: Owner) {
  const kind = KINDS[index % KINDS.length] ?? 'unknown e-mail';
  const email = kind === 'unknown e-mail' ? anApplicant().email : owner.email;
  const password = kind === 'right password' ? owner.password : `a guess, number ${index}`;
  const answer = await api.signIn({ email, password }, `198.18.${index >> 8}.${index & 255}`);
  return { kind, answer, verified: await api.verify(owner.token) };
}

/** Undefined when an answer is one that its sender may get. */
function wrongWith(kind: Kind, answer: ApiResponse, owner: Owner): string | undefined {
  const { status, text, headers } = answer;
  const told = `${kind}: ${status} ${text}`;
  if (status === 429) {
    const isTold = codeIn(answer) === 'busy' && headers.get('Retry-After') === '2';
    return isTold ? undefined : told;
  }
  if (kind !== 'right password') {
    const isTold = status === 401 && text === '{"error":"Unauthorized"}' && headers.has('WWW-Authenticate');
    return isTold ? undefined : told;
  }
  return status === 200 && text.includes(owner.token) ? undefined : told;
}
