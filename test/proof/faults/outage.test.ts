import { beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { times } from '../../adapters/http/support/api.ts';
import type { ControlledServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { OUTAGES, wantedServers } from '../../support/servers/wanted-servers.ts';
import type { EventReader } from '../../support/service/event-reader.ts';
import { countNotifications, openStream, STREAM_KINDS } from '../../support/service/mcp-stream.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';

/** The contract: an outage is a 503 within this time, and ends within this time after the storage is back. */
const PROMISED_MS = 5000;

describe.each(wantedServers)('while $name', ({ start }) => {
  let server: ControlledServer;
  const installation = provideInstallation(async () => {
    server = await start();
    return server;
  });
  let service: ServiceProcess;
  let account: OpenedAccount;
  /** Its key is never reset. */
  let watching: OpenedAccount;
  let cookie: string;

  beforeAll(async () => {
    service = await installation().serve();
    account = await installation().openAccount();
    watching = await installation().openAccount();
    ({ cookie = '' } = await signInClient(service.url, watching));
  });

  const request = (path: string, options: RequestInit = {}) =>
    fetch(`${service.url}${path}`, {
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PROMISED_MS),
      ...options,
    });

  const signIn = () =>
    request('/api/auth/token', {
      method: 'POST',
      body: JSON.stringify({ email: account.email, password: account.password }),
    });

  const readSession = () => request('/dashboard/api/session', { headers: { cookie } });

  /** Publishes as the account that watches, and waits until its streams, which must still be open, have learned of it. */
  const expectNotified = async (streams: readonly EventReader[]): Promise<void> => {
    const headers = { authorization: `Bearer ${watching.token}`, 'content-type': 'application/json' };
    const body = () => JSON.stringify({ content: `${performance.now()}` });
    const publishes = async () => (await request('/api/prompts/live', { method: 'PUT', headers, body: body() })).ok;
    await waitUntil(publishes, { what: 'a prompt can be published', timeoutMs: PROMISED_MS });
    const notified = () => streams.every((stream) => countNotifications(stream) > 0);
    await waitUntil(notified, { what: 'every stream has been notified', timeoutMs: PROMISED_MS });
  };

  const requestStream = (path: string) =>
    request(path, { headers: { authorization: `Bearer ${account.token}`, accept: 'text/event-stream' } });

  const everyKind = () => [
    request('/api/auth/token'),
    request('/api/auth/token', { method: 'DELETE' }),
    signIn(),
    request('/api/auth/rotations'),
    request('/api/prompts'),
    request('/api/public/v2/prompts'),
    request('/api/public/v2/prompts/greeting'),
    request('/api/public/projects'),
    request('/beta/litellm_prompt_management?prompt_id=greeting'),
    request('/api/hub/commits/-/greeting/latest'),
    request('/mcp', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }) }),
    requestStream('/mcp'),
    requestStream('/api/events'),
    readSession(),
    request('/dashboard/api/sessions', { headers: { cookie } }),
    request('/readyz'),
  ];

  it.each(OUTAGES)(
    '$name, every request returns 503, streams and sessions stay, and the service recovers soon after',
    async ({ begin, end }) => {
      const streams = await Promise.all(STREAM_KINDS.map((kind) => openStream(service.url, watching.token, kind)));
      await begin(server);
      // Several rounds concurrently: the hundredth request must not wait for ninety-nine timeouts.
      const responses = await Promise.all(times(16, everyKind).flat());

      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
      for (const response of responses) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await request('/livez')).status).toBe(200);

      await end(server);
      // A rotation in progress when the storage hung may have been applied; signing in returns the current key.
      const { token } = (await (await eventually(signIn)).json()) as OpenedAccount;
      account = { ...account, token };
      await eventually(() => request('/api/auth/token'));
      await eventually(readSession);
      await eventually(() => request('/readyz'));
      await expectNotified(streams);
      for (const stream of streams) stream.close();
    },
  );
});

/** Returns the first 200 response, which must come within the guaranteed time. */
async function eventually(send: () => Promise<Response>): Promise<Response> {
  let response: Response | undefined;
  const works = async () => {
    response = await send();
    return response.status === 200;
  };
  await waitUntil(works, { what: 'the service works again', timeoutMs: PROMISED_MS });
  invariant(response !== undefined, 'there is a response');
  return response;
}
