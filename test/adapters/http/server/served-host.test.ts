import { describe, expect, it } from 'vitest';
import { startTestService } from '../../../support/service/test-resources.ts';
import { rejectionIn } from '../prompts/support/client.ts';
import { sendRaw } from '../requests/raw-connection.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

const EVERYWHERE = [
  '/livez',
  '/readyz',
  '/api',
  '/api/prompts',
  '/dashboard',
  '/dashboard/api/session',
  '/mcp',
  '/nothing',
];

const getFrom = (url: string, host: string, path = '/livez') =>
  sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

describe('a service that listens on a loopback address', () => {
  it.each([
    ...[
      'localhost',
      'localhost:3000',
      'LOCALHOST',
      'localhost.',
      'app.localhost',
      '127.0.0.1:1',
      '127.9.9.9',
      '[::1]:80',
    ],
    ...['10.0.0.1', '[fd00::1]', 'prompthold.example.com', 'prompthold.example.com:8443'],
  ])('serves %s', async (host) => {
    expect((await getFrom((await startStandaloneApp()).api.url, host)).status).toBe(200);
  });

  it.each([
    ...[
      'evil.example.com',
      'localhost.evil.example.com',
      '127.0.0.1.evil.com',
      'evil.com@127.0.0.1',
      'evil.com/127.0.0.1',
    ],
    ...['a b', '[', ''],
  ])('rejects %j, which may be a name that another site has changed to its address', async (host) => {
    expect(rejectionIn(await getFrom((await startStandaloneApp()).api.url, host))).toBe('421 host_unknown');
  });

  it.each(EVERYWHERE)('rejects it at %s', async (path) => {
    expect(rejectionIn(await getFrom((await startStandaloneApp()).api.url, 'evil.example.com', path))).toBe(
      '421 host_unknown',
    );
  });

  it('serves HTTP/1.0 without a host: browsers always send one', async () => {
    const { api } = await startStandaloneApp();

    expect((await sendRaw(api.url, 'GET /livez HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('serves the names in http.allowedHosts, in every worker', async () => {
    const settings = { PROMPTHOLD_HTTP_ALLOWED_HOSTS: 'Prompts.internal,other', PROMPTHOLD_HTTP_WORKERS: '2' };
    const { url } = await startTestService({ settings });
    const statuses = async (host: string) => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => getFrom(url, host)));
      return [...new Set(responses.map(({ status }) => status))];
    };

    expect(await statuses('prompts.internal:8080')).toEqual([200]);
    expect(await statuses('other')).toEqual([200]);
    expect(await statuses('third')).toEqual([421]);
  });

  it('serves every name behind a proxy that it trusts', async () => {
    const { url } = await startTestService({ settings: { PROMPTHOLD_HTTP_TRUST_PROXY: '1' } });

    expect((await getFrom(url, 'prompts.example.com')).status).toBe(200);
  });
});

describe('a service that listens on other addresses', () => {
  it('serves every name', async () => {
    const { port } = await startTestService({ settings: { PROMPTHOLD_HTTP_HOST: '0.0.0.0' } });

    expect((await getFrom(`http://127.0.0.1:${port}`, 'prompthold.namespace.svc')).status).toBe(200);
  });
});
