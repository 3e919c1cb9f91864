import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startPgBouncer, viaPgBouncer } from '../support/servers/postgres/pgbouncer-server.ts';
import { createDatabase, dropDatabase } from '../support/servers/postgres/postgres-database.ts';
import type { TestServer } from '../support/servers/test-server.ts';
import { wantedStorages } from '../support/servers/wanted-storages.ts';
import { type CreateStorage, connectTo } from '../support/storage/backends.ts';
import { accountRepositoryContract } from './accounts/account-repository.contract.ts';
import { keyStorageContract } from './accounts/key-storage.contract.ts';
import { retiredCredentialsContract } from './accounts/retired-credentials.contract.ts';
import { sessionStoreContract } from './accounts/session-store.contract.ts';
import { promptLabelsContract } from './prompts/prompt-labels.contract.ts';
import { promptListsContract } from './prompts/prompt-lists.contract.ts';
import { promptPublishingContract } from './prompts/prompt-publishing.contract.ts';
import { usageLogContract } from './usage/usage-log.contract.ts';

/**
 * The contracts with concurrent or multi-step writes, which would fail if they relied on one server session, and those in which the
 * order of rows matters, because a read proves there that a primary returned them.
 */
describe.runIf(wantedStorages().includes('postgres'))('postgres behind PgBouncer in transaction mode', () => {
  let pooler: TestServer;

  beforeAll(async () => {
    pooler = await startPgBouncer(inject('postgresUrl'));
  });
  afterAll(() => pooler?.dispose());

  const createStorage: CreateStorage = async () => {
    const url = await createDatabase(inject('postgresUrl'));
    return {
      connect: () => connectTo(viaPgBouncer(pooler, url), { PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true' }),
      dispose: () => dropDatabase(url),
    };
  };

  accountRepositoryContract(createStorage);
  keyStorageContract(createStorage);
  sessionStoreContract(createStorage);
  usageLogContract(createStorage);
  promptPublishingContract(createStorage);
  promptLabelsContract(createStorage);
  promptListsContract(createStorage);
  retiredCredentialsContract(createStorage);
});
