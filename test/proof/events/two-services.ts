import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { Installation } from '../../support/service/installation.ts';

export const PASSWORD = 'correct horse battery';
/** The promise. The service ticks every second. */
export const ARRIVAL_MS = 2000;

/** Two instances on a Postgres that they alone use, and an account whose prompts the writer changes at the first of them. */
export function provideTwoServices() {
  let storageUrl: string;
  let installation: Installation;

  beforeAll(async () => {
    storageUrl = await createDatabase(inject('postgresUrl'));
    installation = await Installation.on(storageUrl);
  });
  afterAll(async () => {
    await installation.dispose();
    await dropDatabase(storageUrl);
  });

  return async () => {
    const [first, second] = await Promise.all([installation.serve(), installation.serve()]);
    onTestFinished(async () => {
      await Promise.all([first.dispose(), second.dispose()]);
    });
    const { token } = await installation.openAccount(PASSWORD);
    return { first, second, token, writer: new Client(new Api(first.url), token) };
  };
}
