import { expect, it, onTestFinished } from 'vitest';
import { Installation } from '../../support/service/installation.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import type { realStorages } from '../../support/storage/fresh-storage.ts';
import { times } from '../http/support/api.ts';
import { DashboardClient, type DashboardResponse } from './support/dashboard-client.ts';

const setupTokenOf = ({ messages }: ServiceProcess): string => /\/dashboard\/setup#(\S+)/.exec(messages)?.[1] ?? '';

const anApplicant = (index = 0) => ({
  email: `first${index}@example.com`,
  name: 'Ada',
  password: 'correct horse battery',
});

/** Retries while the queue for hashing is full. */
async function claim(url: string, json: object): Promise<DashboardResponse> {
  for (;;) {
    const response = await new DashboardClient(url).call('POST', 'setup', { json });
    if (response.status !== 429) return response;
  }
}

const pageStatus = async ({ url }: ServiceProcess): Promise<number> =>
  (await fetch(new URL('/dashboard/setup', url))).status;

/** How the first account is opened in the dashboard. */
export function setupSuite({ fresh }: (typeof realStorages)[number]): void {
  async function startTwoServices(): Promise<[ServiceProcess, ServiceProcess, Installation]> {
    const storage = await fresh();
    const installation = await Installation.on(storage.url);
    onTestFinished(async () => {
      await installation.dispose();
      await storage.dispose();
    });
    return [await installation.serve(), await installation.serve(), installation];
  }

  it('is opened once with the token from the banner of any instance, and signs the client in', async () => {
    const [first, second] = await startTwoServices();
    const client = new DashboardClient(second.url);
    expect(await pageStatus(first)).toBe(200);

    const opened = await client.call('POST', 'setup', { json: { ...anApplicant(), token: setupTokenOf(first) } });

    expect(opened).toMatchObject({ status: 201, body: { data: { email: 'first0@example.com' } } });
    expect((await client.at(first.url).get('session')).status).toBe(200);
    const again = { json: { ...anApplicant(1), token: setupTokenOf(second) } };
    expect((await new DashboardClient(first.url).call('POST', 'setup', again)).status).toBe(404);
    expect([await pageStatus(first), await pageStatus(second)]).toEqual([404, 404]);
  });

  it('is opened by exactly one of ten concurrent requests', async () => {
    const [first, second, installation] = await startTwoServices();
    const attempts = times(10, (index) => {
      const { url } = index % 2 === 0 ? first : second;
      return claim(url, { ...anApplicant(index), token: setupTokenOf(first) });
    });

    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();

    expect(statuses).toEqual([201, ...Array(9).fill(404)]);
    expect(JSON.parse((await installation.cli(['account', 'list', '--json'])).stdout)).toHaveLength(1);
  });

  it('is not opened without a valid token and an acceptable password', async () => {
    const [first] = await startTwoServices();
    const client = new DashboardClient(first.url);
    const setup = (json: object) => client.call('POST', 'setup', { json });
    const token = setupTokenOf(first);

    const [expiry = '', nonce = '', signature = ''] = token.split('.');
    const later = (Number.parseInt(expiry, 36) + 1).toString(36);
    for (const forged of ['', 'x', `${later}.${nonce}.${signature}`, `${expiry}.${nonce}.${'A'.repeat(43)}`]) {
      expect(await setup({ ...anApplicant(), token: forged })).toMatchObject({
        status: 403,
        body: { code: 'setup_token_invalid' },
      });
    }
    expect(await setup({ ...anApplicant(), password: 'short', token })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'password' }] },
    });
    expect((await setup({ ...anApplicant(), token })).status).toBe(201);
  });
}
