import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api, anApplicant } from '../../adapters/http/support/api.ts';
import { startTestService } from '../../support/service/test-resources.ts';

const openAccount = (url: string) => new Api(url).signUp(anApplicant());

describe('a SQLite file that leaves its place while the service runs', () => {
  it.each([
    ['is missing there', async () => {}],
    ['was replaced there', (file: string) => writeFile(file, '')],
  ])('takes no writes while it %s, as they would be gone after a restart', async (_what, leaveBehind) => {
    const { url, folder } = await startTestService({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const file = join(folder, 'data/prompthold.db');

    await rename(file, `${file}.away`);
    await leaveBehind(file);

    expect((await openAccount(url)).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await rename(`${file}.away`, file);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await openAccount(url)).status).toBe(201);
  });
});
