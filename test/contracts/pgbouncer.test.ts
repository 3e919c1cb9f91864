import { afterAll, beforeAll, describe, inject } from 'vitest';
import { connectTo, type NewPlace } from '../support/backends.ts';
import { startPgBouncer, throughPooler } from '../support/servers/pgbouncer-server.ts';
import { createDatabase, dropDatabase } from '../support/servers/postgres-database.ts';
import type { TestServer } from '../support/servers/test-server.ts';
import { wantedStorages } from '../support/servers/wanted-storages.ts';
import { accountRepositoryContract } from './account-repository.contract.ts';
import { keyStorageContract } from './key-storage.contract.ts';
import { promptLabelsContract } from './prompt-labels.contract.ts';
import { promptPublishingContract } from './prompt-publishing.contract.ts';
import { sessionStoreContract } from './session-store.contract.ts';
import { usageLogContract } from './usage-log.contract.ts';

/** The contracts whose writes race or are made of several steps: there a session that is not ours could show. */
describe.runIf(wantedStorages().includes('postgres'))('postgres behind PgBouncer in transaction mode', () => {
  let pooler: TestServer;

  beforeAll(async () => {
    pooler = await startPgBouncer(inject('postgresUrl'));
  });
  afterAll(() => pooler?.dispose());

  const newPlace: NewPlace = async () => {
    const url = await createDatabase(inject('postgresUrl'));
    return {
      connect: () => connectTo(throughPooler(pooler, url), { PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true' }),
      dispose: () => dropDatabase(url),
    };
  };

  accountRepositoryContract(newPlace);
  keyStorageContract(newPlace);
  sessionStoreContract(newPlace);
  usageLogContract(newPlace);
  promptPublishingContract(newPlace);
  promptLabelsContract(newPlace);
});
