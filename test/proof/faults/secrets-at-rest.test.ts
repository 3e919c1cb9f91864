import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sha256SessionSecrets } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemClock, systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import { StartSession } from '../../../src/application/sessions/start-session.ts';
import type { Email } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, anApplicant, type Owner, tokenIn } from '../../adapters/http/support/api.ts';
import { findProgram, startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import type { Installation } from '../../support/service/installation.ts';
import { provideInstallation, startTestService } from '../../support/service/test-resources.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SETTINGS = {
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  PROMPTHOLD_LOG_LEVEL: 'trace',
  PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
};
const FAILURES_ALLOWED = 5;
const run = promisify(execFile);

/** A storage whose files can be read. */
interface ReadableStorage {
  readonly url: string;
  /** Stops the storage and reads its files: a running server renames and removes some. */
  bytes(): Promise<readonly Buffer[]>;
  dispose(): Promise<void>;
}

const storages: { name: string; open: () => Promise<ReadableStorage> }[] = [
  { name: 'sqlite', open: openSqlite },
  { name: 'postgres', open: openPostgres },
  { name: 'redis', open: openRedis },
  { name: 'redis-cluster', open: openCluster },
].filter(({ name }) => wantedStorages().some((wanted) => wanted === name));

describe.each(storages)('the files of $name and the log at level trace', ({ open }) => {
  let storage: ReadableStorage;
  const openStorage = async () => {
    storage = await open();
    return storage;
  };
  const installation = provideInstallation(openStorage, SETTINGS);
  let secrets: readonly string[];
  /** If the e-mail and the session were missing, the wrong files would have been read. */
  let present: readonly string[];
  let output: string;
  let texts: readonly Buffer[];

  beforeAll(async () => {
    const service = await installation().serve();
    const api = new Api(service.url);
    const owner = await api.openAccount();
    const session = await startSession(storage.url, owner.email);
    secrets = [session.secret, ...(await useAndMisuse(api, installation(), owner))];
    present = [owner.email, session.id];
    expect(await service.stop()).toBe(0);
    output = service.log + service.messages;
    texts = [...(await storage.bytes()), Buffer.from(output)];
  });

  const isFound = (text: string) => texts.some((each) => each.includes(text));

  it('are those of a service that was used and misused', () => {
    expect(present.filter((text) => !isFound(text))).toEqual([]);
    const statuses = [200, 201, 400, 401, 404, 409, 422, 429];
    expect(statuses.filter((status) => !output.includes(`"status":${status},`))).toEqual([]);
  });

  it('contain no key, password, session or webhook secret in plain text', () => {
    const forms = secrets.flatMap((secret) => [secret.replace('ph_', ''), encodeURIComponent(secret)]);

    expect(forms.filter(isFound)).toEqual([]);
  });

  it('contain no key of the keyring', async () => {
    const ring = JSON.parse(await readFile(join(installation().folder, 'keyring.json'), 'utf8'));
    const keys: readonly string[] = [ring.lookup, ring.enc[0].key];
    const forms = keys.flatMap((key) => [key, Buffer.from(key, 'base64url').toString('hex')]);

    expect(forms.filter(isFound)).toEqual([]);
  });

  it('contain the setup token only in the banner', () => {
    const [, token = ''] = /\/dashboard\/setup#(\S+)$/m.exec(output) ?? [];

    expect(token).not.toBe('');
    expect(output.split(token)).toHaveLength(2);
  });
});

describe('a service that opens the first account', () => {
  it('never logs its password or key', async () => {
    const { email, password } = anApplicant();
    const service = await startTestService({
      settings: {
        PROMPTHOLD_LOG_LEVEL: 'trace',
        PROMPTHOLD_ACCOUNTS_INIT_EMAIL: email,
        PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: password,
      },
    });
    const key = tokenIn(await new Api(service.url).signIn({ email, password }));
    await service.stop();

    const output = service.log + service.messages;

    expect(output).not.toContain(password);
    expect(output).not.toContain(key.replace('ph_', ''));
  });
});

/** Starts a session as a dashboard sign-in does. */
async function startSession(storageUrl: string, email: string) {
  const { accounts, sessions, close } = await connectTo(storageUrl);
  try {
    const account = await accounts.findByEmail(email as Email);
    invariant(account !== undefined, 'the account is there');
    const useCase = new StartSession(sessions, sha256SessionSecrets, systemClock, systemEntropy);
    const { secret, session } = await useCase.execute(account, { address: '192.0.2.7', userAgent: 'Browser/1.0' });
    return { secret: secret.reveal(), id: session.id };
  } finally {
    await close();
  }
}

/** Uses secrets in every supported way, and misplaces them as users do by mistake. Returns all of them. */
async function useAndMisuse(api: Api, installation: Installation, owner: Owner): Promise<readonly string[]> {
  const { password: wrong } = anApplicant();
  const { password: newPassword } = anApplicant();

  await api.signIn(owner);
  await misplacePassword(api, owner, wrong);
  await misplaceKey(api, owner);
  const issued = tokenIn(await api.reset(owner.token));
  await api.verify(owner.token);
  const webhookSecrets = await useWebhook(new Client(api, issued));
  const rotated = (await installation.cli(['key', 'rotate', owner.email])).stdout.trim();
  await api.verify(rotated);
  await installation.cli(['account', 'reset-password', owner.email, '--password-stdin'], newPassword);
  await api.signIn(owner);
  // Not the owner's e-mail, which has signed in from this address and has more attempts.
  const { email } = anApplicant();
  for (let failures = 0; failures <= FAILURES_ALLOWED; failures += 1) await api.signIn({ ...owner, email });

  return [owner.password, wrong, newPassword, owner.token, issued, rotated, ...webhookSecrets];
}

async function misplacePassword(api: Api, { email, name }: Owner, password: string): Promise<void> {
  await api.signIn({ email, password });
  await api.signUp({ email: 'ada', name: '', password });
  await api.signUp({ email, name, password });
  const body = `{"email":"${email}","password":"${password}`;
  await api.call('POST', '/api/auth/token', { headers: { 'Content-Type': 'application/json' }, body });
  await api.get(`/api/auth/token?password=${encodeURIComponent(password)}`);
}

async function misplaceKey(api: Api, { token }: Owner): Promise<void> {
  await api.get(`/api/unknown/${token}?key=${token}`, { key: token });
  await api.get('/api/auth/token', { headers: { 'X-Request-Id': token } });
  await api.get('/api/tags', { key: token, headers: { 'User-Agent': `${token} client` } });
  await api.get('/api/tags', { key: token, headers: { 'X-Client-Name': `app/1.0 ${token.replace('ph_', '')}` } });
  await api.signIn({ email: token, password: token });
}

const webhook = z.object({ data: z.object({ id: z.string(), secret: z.string().startsWith('whsec_') }) });

/** Returns its former and its current secret, without their prefix. */
async function useWebhook(client: Client): Promise<readonly string[]> {
  const post = async (path: string, body?: unknown) => webhook.parse((await client.post(path, body)).body).data;
  const created = await post('/webhooks', { url: 'https://hooks.example.com/' });
  const rotated = await post(`/webhooks/${created.id}/secret`);
  return [created, rotated].map(({ secret }) => secret.slice('whsec_'.length));
}

async function openSqlite(): Promise<ReadableStorage> {
  const folder = await temporaryFolder();
  return {
    url: `sqlite:${join(folder, 'prompthold.db')}`,
    bytes: () => filesIn(folder),
    dispose: () => rm(folder, { recursive: true }),
  };
}

async function openPostgres(): Promise<ReadableStorage> {
  const server = await startPostgres();
  return {
    url: server.url,
    bytes: async () => {
      const { stdout } = await run(await findProgram('pg_dump'), ['--dbname', server.url]);
      await server.stop();
      return [Buffer.from(stdout), ...(await filesIn(join(server.folder, 'data', 'pg_wal')))];
    },
    dispose: () => server.dispose(),
  };
}

async function openRedis(): Promise<ReadableStorage> {
  const server = await startRedis();
  return {
    url: server.url,
    bytes: async () => {
      await server.stop();
      return filesIn(server.folder);
    },
    dispose: () => server.dispose(),
  };
}

async function openCluster(): Promise<ReadableStorage> {
  const cluster = await startRedisCluster({ replicas: 0 });
  return {
    url: cluster.url,
    bytes: async () => {
      await cluster.stop();
      return (await Promise.all(cluster.nodes.map(({ folder }) => filesIn(folder)))).flat();
    },
    dispose: () => cluster.dispose(),
  };
}

async function filesIn(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))));
}
