import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sha256SessionSecrets } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemClock, systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import { StartSession } from '../../../src/application/sessions/start-session.ts';
import type { Email } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PASSWORD = 'correct horse battery';
const WRONG_PASSWORD = 'incorrect horse battery';
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

describe.each(storages)('$name', ({ open }) => {
  it('contains no key, password, session or webhook secret in plain text, nor does the log', async () => {
    const storage = await open();
    const installation = await Installation.on(storage.url, {
      PROMPTHOLD_LOG_LEVEL: 'trace',
      PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
    });
    try {
      const service = await installation.serve();
      const account = await installation.openAccount(PASSWORD);
      const session = await startSession(storage.url, account.email);
      const used = await useEverything(service, account);
      const secrets = [...used, account.token, PASSWORD, WRONG_PASSWORD, session.secret];
      expect(await service.stop()).toBe(0);

      const texts = [...(await storage.bytes()), Buffer.from(service.log), Buffer.from(service.messages)];

      // If the e-mail and the session were missing, the wrong files would have been read.
      for (const there of [account.email, session.id]) {
        expect(texts.some((text) => text.includes(there))).toBe(true);
      }
      for (const secret of secrets) {
        for (const text of texts) {
          expect(text.includes(secret)).toBe(false);
          expect(text.includes(secret.replace('ph_', ''))).toBe(false);
        }
      }
    } finally {
      await installation.dispose();
      await storage.dispose();
    }
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

/** Returns the keys and secrets that were issued. */
async function useEverything({ url }: ServiceProcess, { email, token }: OpenedAccount): Promise<string[]> {
  const signIn = (password: string) =>
    fetch(`${url}/api/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
  const withKey = (method: string, path: string, key: string, headers = {}) =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });

  await signIn(WRONG_PASSWORD);
  await signIn(PASSWORD);
  await withKey('GET', `/api/auth/token?key=${token}`, token);
  await withKey('GET', `/api/unknown/${token}`, token);
  const reset = (await (await withKey('DELETE', '/api/auth/token', token)).json()) as { token: string };
  await withKey('GET', '/api/auth/token', token);
  await withKey('GET', '/api/prompts', reset.token);
  await withKey('GET', '/api/tags', reset.token, { 'user-agent': `${reset.token} client` });
  await withKey('GET', '/api/tags', reset.token, { 'x-client-name': `app/1.0 ${reset.token.replace('ph_', '')}` });
  return [reset.token, ...(await useWebhook(url, reset.token))];
}

/** Returns its former and its current secret, without their prefix. */
async function useWebhook(url: string, key: string): Promise<string[]> {
  const post = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/webhooks${path}`, { method: 'POST', headers, ...sent });
    return webhook.parse(await response.json()).data;
  };
  const created = await post('', { url: 'https://hooks.example.com/' });
  const rotated = await post(`/${created.id}/secret`);
  return [created, rotated].map(({ secret }) => secret.slice('whsec_'.length));
}

const webhook = z.object({ data: z.object({ id: z.string(), secret: z.string().startsWith('whsec_') }) });

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
      const program = await findOrInstall({
        binary: 'pg_dump',
        package: 'postgresql',
        folders: ['/usr/lib/postgresql/*/bin'],
        variable: 'TEST_POSTGRES_URL',
      });
      const { stdout } = await run(program, ['--dbname', server.url]);
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
