import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { Api, codeIn, times } from '../support/api.ts';
import { RawConnection, requestHead, sendRaw } from './raw-connection.ts';

const CLOSE = 'Connection: close';

let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
  api = new Api(service.url);
});
afterAll(() => service.dispose());

describe('a path', () => {
  it.each([
    '/api/prompts/../../etc/passwd',
    '/api/../livez',
    '/%6civez',
    '//livez',
    '/api//auth/token',
    '/API/auth/token',
    '/api/auth/token/x',
    '/api/auth/token;a=b',
    '*',
    'http://prompthold.test/api/nothing',
  ])('that does not exist is 404: %s', async (path) => {
    const response = await sendRaw(service.url, requestHead(`GET ${path} HTTP/1.1`));

    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'not_found' });
  });

  it.each(['/api/prompts/%zz', '/api/prompts/%ff', '/api/prompts/%00', '/api/prompts/a%2', '/api/prompts/A%2FB'])(
    'with an invalid prompt reference is 404: %s',
    async (path) => {
      const owner = await api.openAccount();
      const head = requestHead(`GET ${path} HTTP/1.1`, `Authorization: Bearer ${owner.token}`);
      const response = await sendRaw(service.url, head);

      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ code: 'prompt_not_found' });
    },
  );

  it.each(['http://', 'http://[/x', 'http://[::1/api/auth/token', 'http://a]b/'])(
    'that cannot be parsed is 400: %s',
    async (path) => {
      const response = await sendRaw(service.url, requestHead(`GET ${path} HTTP/1.1`, 'X-Request-Id: abc-1'));

      expect(response.status).toBe(400);
      expect(response.body).toEqual({
        error: 'The address of the request is malformed.',
        code: 'malformed_target',
        requestId: 'abc-1',
      });
    },
  );

  it('may end with a slash', async () => {
    expect((await api.get('/api/auth/token/')).status).toBe(401);
  });

  it('may be an absolute URL, as proxies send it', async () => {
    const response = await sendRaw(service.url, requestHead('GET http://anything.test/api/auth/token HTTP/1.1'));

    expect(response.status).toBe(401);
    expect(response.headers.get('Vary')).toBe('Authorization');
  });
});

describe('a method', () => {
  it.each(['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE', 'PUT', 'PATCH'])(
    '%s is 405 with Allow',
    async (method) => {
      const response = await sendRaw(service.url, requestHead(`${method} /api/auth/token HTTP/1.1`));

      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, POST, OPTIONS');
    },
  );

  it.each(['BREW', 'get', 'G\u0000T', ''])('unknown to HTTP is 400: %j', async (method) => {
    expectRejected(await sendRaw(service.url, requestHead(`${method} /livez HTTP/1.1`)), 400, 'malformed_request');
  });

  it('CONNECT is 405 with an empty Allow, and echoes the request id', async () => {
    const response = await sendRaw(service.url, requestHead('CONNECT a:443 HTTP/1.1', 'X-Request-Id: abc-1'));

    expectRejected(response, 405, 'method_not_allowed');
    expect(response.headers.get('Allow')).toBe('');
    expect(response.headers.get('X-Request-Id')).toBe('abc-1');
  });

  it('CONNECT does not crash the service when the client disconnects immediately', async () => {
    for (const _ of times(20, Number)) {
      const connection = await RawConnection.open(service.url);
      await connection.send(`${requestHead('CONNECT a:443 HTTP/1.1')}${'x'.repeat(100_000)}`);
      await connection.reset();
    }

    expect((await api.get('/livez')).status).toBe(200);
  });
});

describe('a malformed request', () => {
  it.each([
    ['garbage', '\u0000\u0001\u0002garbage\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a TLS handshake', Buffer.from('16030100f4010000f00303', 'hex')],
    ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another HTTP version', 'GET /livez HTTP/3.0\r\n\r\n'],
    ['a header without a colon', requestHead('GET /livez HTTP/1.1', 'nonsense')],
    ['a space before the colon', requestHead('GET /livez HTTP/1.1', 'X-Request-Id : a')],
    ['a folded header', requestHead('GET /livez HTTP/1.1', 'X-Note: a', ' b')],
    ['NUL in a header', requestHead('GET /livez HTTP/1.1', 'X-Note: a\u0000b')],
    ['a Content-Length that is no number', requestHead('POST /api/auth/token HTTP/1.1', 'Content-Length: ten')],
    ['two Content-Lengths', requestHead('POST /api/auth/token HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2')],
    [
      'Content-Length and chunked encoding',
      requestHead('POST / HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    ],
  ])('is 400 in JSON: %s', async (_case, bytes) => {
    expectRejected(await sendRaw(service.url, bytes), 400, 'malformed_request');
  });

  it('is 400 in JSON when it is incomplete', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send('GET /livez HT');
    connection.finish();

    expectRejected(await connection.readResponse(), 400, 'malformed_request');
  });

  it('is 431 in JSON with headers over 8 KiB', async () => {
    const response = await sendRaw(service.url, requestHead('GET /livez HTTP/1.1', `X-Note: ${'x'.repeat(8192)}`));

    expectRejected(response, 431, 'headers_too_large');
  });

  it('is 431 in JSON with a path over 8 KiB', async () => {
    expectRejected(
      await sendRaw(service.url, requestHead(`GET /${'x'.repeat(8192)} HTTP/1.1`)),
      431,
      'headers_too_large',
    );
  });

  it('can be sent completely, even megabytes, before the response is read', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send(requestHead('GET /livez HTTP/1.1', `X-Note: ${'x'.repeat(5_000_000)}`));
    connection.finish();

    expectRejected(await connection.readResponse(), 431, 'headers_too_large');
    expect(await connection.readRemainder()).toBe('');
  });

  it('is logged with the request id of the response', async () => {
    const response = await sendRaw(service.url, 'garbage\r\n\r\n');

    await expect
      .poll(() => service.log)
      .toContain(`"requestId":"${response.headers.get('X-Request-Id')}","status":400`);
  });
});

describe('a header', () => {
  it('Host is required by HTTP/1.1 and not by HTTP/1.0', async () => {
    const missing = await sendRaw(service.url, 'GET /livez HTTP/1.1\r\n\r\n');

    expect(missing.status).toBe(400);
    expect(codeIn(missing)).toBe('host_missing');
    expect((await sendRaw(service.url, 'GET /livez HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each(['1.1', '1.0'])('Host may occur only once in HTTP/%s, even with the same value', async (version) => {
    for (const other of ['Host: elsewhere.example', 'hOST: localhost']) {
      const response = await sendRaw(service.url, `GET /livez HTTP/${version}\r\nHost: localhost\r\n${other}\r\n\r\n`);

      expect(response.status).toBe(400);
      expect(codeIn(response)).toBe('host_repeated');
    }
  });

  it('Expect: 100-continue gets a 100 before the body is sent', async () => {
    const connection = await RawConnection.open(service.url);
    const headers = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
    await connection.send(requestHead('POST /api/auth/token HTTP/1.1', ...headers));
    expect((await connection.readResponse()).status).toBe(100);

    await connection.send('{}');

    expect((await connection.readResponse()).status).toBe(422);
    connection.close();
  });

  it('Expect with any other value is ignored', async () => {
    expect((await sendRaw(service.url, requestHead('GET /livez HTTP/1.1', 'Expect: coffee'))).status).toBe(200);
  });

  it('Upgrade is ignored', async () => {
    const upgrade = requestHead('GET /livez HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade');

    expect((await sendRaw(service.url, upgrade)).status).toBe(200);
  });

  it('X-Request-Id is replaced when there are two', async () => {
    const twice = requestHead('GET /livez HTTP/1.1', 'X-Request-Id: a', 'X-Request-Id: b', CLOSE);

    expect((await sendRaw(service.url, twice)).headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('X-Request-Id is logged', async () => {
    await api.get('/livez', { headers: { 'X-Request-Id': 'look-for-me' } });

    await expect.poll(() => service.log).toContain('"requestId":"look-for-me","method":"GET","route":"/livez"');
  });
});

function expectRejected(response: Awaited<ReturnType<typeof sendRaw>>, status: number, code: string): void {
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({ code, requestId: response.headers.get('X-Request-Id') });
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('Connection')).toBe('close');
}
