import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '../../../support/service/installation.ts';
import { type FreshStorage, realStorages } from '../../../support/storage/fresh-storage.ts';
import { Api } from '../support/api.ts';
import { Client, expectStatus, pageIn } from './support/client.ts';
import { createExamples } from './transfer.suite.ts';

interface Deployment {
  readonly storage: FreshStorage;
  readonly installation: Installation;
  readonly api: Api;
}

async function deploy(fresh: () => Promise<FreshStorage>): Promise<Deployment> {
  const storage = await fresh();
  const installation = await Installation.on(storage.url, { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' });
  return { storage, installation, api: new Api((await installation.serve()).url) };
}

const anAuthor = async ({ api }: Deployment): Promise<Client> => new Client(api, (await api.openAccount()).token);

const names = realStorages.map(({ name }) => name);
/** Each to the next: an export has the same form everywhere, so no other pair can differ. */
const moves = names.map((from, place) => ({ from, to: names[(place + 1) % names.length] ?? from }));

describe('an export', () => {
  const deployments = new Map<string, Deployment>();
  const at = (name: string): Deployment => deployments.get(name) as Deployment;

  beforeAll(async () => {
    for (const { name, fresh } of realStorages) deployments.set(name, await deploy(fresh));
  });

  afterAll(async () => {
    for (const { installation, storage } of deployments.values()) {
      await installation.dispose();
      await storage.dispose();
    }
  });

  it.each(moves)('moves from $from to $to with equal hashes and history', async ({ from, to }) => {
    const [source, target] = [await anAuthor(at(from)), await anAuthor(at(to))];
    await createExamples(source);
    const exported = expectStatus(200, await source.get('/export'));

    const imported = pageIn(expectStatus(200, await target.post('/import', exported.body))).data;

    expect(imported.map(({ result }) => result)).toEqual(['created', 'created', 'created']);
    expect((await target.get('/export')).text).toBe(exported.text);
    const history = '/prompts/team%2Fpart/labels/production/history';
    expect((await target.get(history)).body).toEqual((await source.get(history)).body);
    const again = pageIn(await source.post('/import?mode=merge', (await target.get('/export')).body)).data;
    expect(again.map(({ result }) => result)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });
});
