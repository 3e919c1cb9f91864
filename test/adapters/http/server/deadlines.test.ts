import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { Api, codeIn, type Owner } from '../support/api.ts';

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  let service: ServiceProcess;
  let owner: Owner;
  let signIn: RawConnection;
  let readiness: RawConnection;
  let tunnel: RawConnection;

  beforeAll(async () => {
    service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    owner = await new Api(service.url).openAccount();
    [signIn, readiness, tunnel] = await Promise.all([
      RawConnection.open(service.url),
      RawConnection.open(service.url),
      RawConnection.open(service.url),
    ]);
    await tunnel.send(requestHead('CONNECT a:443 HTTP/1.1'));
    expect((await tunnel.readResponse()).status).toBe(405);

    // When the signal arrives, one request is in flight (its 100 proves it) and another has sent half of its head.
    await signIn.send(
      requestHead(
        'POST /api/auth/token HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${JSON.stringify(credentials()).length}`,
        'Expect: 100-continue',
      ),
    );
    expect((await signIn.readResponse()).status).toBe(100);
    await readiness.send('GET /readyz HTTP/1.1\r\nHost: localhost\r\n');
    service.signal(signal);
    await vi.waitFor(() => expect(service.log).toContain('"msg":"stopping"'), { timeout: 20_000 });
  });
  afterAll(() => service.dispose());

  const credentials = () => ({ email: owner.email, password: owner.password });

  it('responds 503 to readiness probes, and closes their connections', async () => {
    await readiness.send('\r\n');
    const response = await readiness.readResponse();

    expect(response.status).toBe(503);
    expect(codeIn(response)).toBe('draining');
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(response.headers.get('Connection')).toBe('close');
  });

  it('finishes the request in flight after it stopped accepting connections, and closes its connection', async () => {
    await vi.waitFor(() => expect(RawConnection.open(service.url)).rejects.toThrow('ECONNREFUSED'), {
      timeout: 20_000,
    });

    await signIn.send(JSON.stringify(credentials()));
    const response = await signIn.readResponse();

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ token: owner.token });
    expect(response.headers.get('Connection')).toBe('close');
    expect(await signIn.readRemainder()).toBe('');
  });

  it('exits with code 0, even though a client keeps the connection of a rejected CONNECT open', async () => {
    expect(await service.exited).toBe(0);
    tunnel.close();
  });
});
