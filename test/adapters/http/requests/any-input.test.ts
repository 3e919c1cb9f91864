import { METHODS } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { Api, type ApiResponse } from '../support/api.ts';
import { RawConnection, requestHead, sendRaw } from './raw-connection.ts';

const RUNS = { numRuns: 200 };

let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  service = await ServiceProcess.start({
    settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' },
  });
  api = new Api(service.url);
});
afterAll(() => service.dispose());
// The process must survive any input and stay healthy.
afterEach(async () => {
  expect((await api.get('/livez')).status).toBe(200);
  expect((await api.get('/readyz')).status).toBe(200);
});

const path = fc.constantFrom('/api/auth/token', '/api/accounts', '/api/auth/rotations', '/api/prompts', '/livez', '/x');
const bodyPath = fc.constantFrom('/api/auth/token', '/api/accounts');

/** Any UTF-16 code unit as an escape, including lone surrogates and NUL. */
const escaped = fc.array(fc.nat(0xffff)).map((units) => units.map(escapeUnit).join(''));
const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Bytes that are allowed in a header. */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }), fc.constant(0x09)))
  .map((bytes) => Buffer.from(bytes).toString('latin1'));

describe('no input causes a 5xx or a response that is not JSON', () => {
  it('for any JSON in the body', async () => {
    await fc.assert(
      fc.asyncProperty(bodyPath, fc.json({ stringUnit: 'binary' }), async (to, body) => {
        expectWellBehaved(await post(to, body));
      }),
      RUNS,
    );
  });

  it('for any fields in the body', async () => {
    const field = fc.oneof(
      fc.json(),
      escaped.map((text) => `"${text}"`),
    );
    const name = fc.oneof(fc.constantFrom('email', 'name', 'password', '__proto__', 'constructor'), escaped);
    const object = fc.array(fc.tuple(name, field)).map((fields) => {
      return `{${fields.map(([key, value]) => `"${key}":${value}`).join()}}`;
    });

    await fc.assert(
      fc.asyncProperty(bodyPath, object, async (to, body) => expectWellBehaved(await post(to, body))),
      RUNS,
    );
  });

  it('for any name and password at sign-up, which are stored unchanged', async () => {
    const applicant = fc.record({
      email: fc.tuple(fc.uuid(), fc.domain()).map(([name, domain]) => `${name}@${domain}`),
      name: fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      password: fc.string({ unit: 'binary', minLength: 12, maxLength: 64 }),
    });

    await fc.assert(
      fc.asyncProperty(applicant, async ({ email, name, password }) => {
        const response = await api.signUp({ email, name, password });
        expectWellBehaved(response);
        if (response.status === 201) expect((await api.signIn({ email, password })).body).toEqual(response.body);
        if (response.status === 201) expect(response.body).toMatchObject({ email: email.toLowerCase(), name });
      }),
      { numRuns: 25 },
    );
  });

  it('for any bytes in the body', async () => {
    await fc.assert(
      fc.asyncProperty(bodyPath, fc.uint8Array({ maxLength: 5000 }), async (to, bytes) => {
        expectWellBehaved(await post(to, new Uint8Array(bytes)));
      }),
      RUNS,
    );
  });

  it('for any value of a header', async () => {
    const name = fc.constantFrom(
      ...['Authorization', 'Content-Type', 'Content-Encoding', 'X-Request-Id', 'X-Forwarded-For', 'Origin', 'Accept'],
      ...['Host', 'Cookie', 'Expect', 'Range', 'If-None-Match', 'If-Match', 'Upgrade', 'Connection', 'TE', 'Via'],
    );

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'DELETE', 'OPTIONS'),
        path,
        name,
        headerText,
        async (method, to, key, text) => {
          const head = requestHead(`${method} ${to} HTTP/1.1`, `${key}: ${text}`);
          expectWellBehaved(await sendRaw(service.url, Buffer.from(head, 'latin1')));
        },
      ),
      RUNS,
    );
  });

  it('for any credential', async () => {
    const scheme = fc.constantFrom('Bearer ', 'bearer ', 'Bearer', 'Basic ', 'Bearer  ', '');
    const key = fc.oneof(headerText, fc.stringMatching(/^ph_[0-9a-f]{64}$/), fc.stringMatching(/^ph_[0-9a-fA-F]*$/));

    await fc.assert(
      fc.asyncProperty(scheme, key, async (prefix, text) => {
        const head = requestHead('DELETE /api/auth/token HTTP/1.1', `Authorization: ${prefix}${text}`);
        const response = await sendRaw(service.url, Buffer.from(head, 'latin1'));
        expect([response.status, response.text]).toEqual([401, '{"error":"Unauthorized"}']);
      }),
      RUNS,
    );
  });

  it('for any method on any path', async () => {
    const method = fc.oneof(fc.constantFrom(...METHODS), fc.stringMatching(/^[A-Z-]{1,12}$/));
    const target = fc.oneof(
      path,
      fc.webPath().map((text) => `/${text}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.stringMatching(/^[!-~]{1,60}$/),
      fc.stringMatching(/^\/api\/[!-~]{0,60}$/),
      fc.stringMatching(/^https?:\/\/[!-~]{0,30}$/),
      fc.tuple(path, fc.stringMatching(/^[!-~]{0,60}$/)).map(([to, query]) => `${to}?${query}`),
    );

    await fc.assert(
      fc.asyncProperty(method, target, async (verb, to) => {
        const request = requestHead(`${verb} ${to} HTTP/1.1`);
        expectWellBehaved(await sendRaw(service.url, request, { bodyless: verb === 'HEAD' }), verb);
      }),
      { numRuns: 500 },
    );
  });

  it('for any query of a list', async () => {
    const key = (await api.openAccount()).token;
    const name = fc.oneof(
      fc.constantFrom('limit', 'cursor', '__proto__', 'constructor'),
      fc.string({ unit: 'binary' }),
    );
    const query = fc.array(fc.tuple(name, fc.oneof(fc.string({ unit: 'binary' }), fc.nat().map(String))));

    await fc.assert(
      fc.asyncProperty(query, async (parameters) => {
        const response = await api.get(`/api/auth/rotations?${new URLSearchParams(parameters)}`, { key });
        expectWellBehaved(response);
        const names = parameters.map(([parameter]) => parameter);
        const known = names.every((parameter) => parameter === 'limit' || parameter === 'cursor');
        if (!known || new Set(names).size < names.length) expect(response.status).toBe(400);
      }),
      RUNS,
    );
  });

  it('for any bytes on the socket', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc
        .tuple(path, fc.uint8Array({ maxLength: 200 }))
        .map(([to, tail]) => Buffer.concat([Buffer.from(`POST ${to} HTTP/1.1\r\nHost: localhost\r\n`), tail])),
    );

    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const connection = await RawConnection.open(service.url);
        await connection.send(sent);
        connection.finish();
        // No input gets no response; everything else gets a valid one, and the service closes the connection.
        const received = await connection.readRemainder();
        if (received !== '') expect(received).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
        if (/^HTTP\/1\.1 4/.test(received))
          expect(received).toContain('\r\nContent-Type: application/json; charset=utf-8\r\n');
      }),
      RUNS,
    );
  });
});

const post = (to: string, body: string | Uint8Array<ArrayBuffer>): Promise<ApiResponse> =>
  api.call('POST', to, { headers: { 'Content-Type': 'application/json' }, body });

function expectWellBehaved({ status, headers, text, body }: ApiResponse, method = 'GET'): void {
  expect(status).toBeLessThan(500);
  if (status === 204) return;
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  if (status < 400 || method === 'HEAD') return;
  expect(body, text).toHaveProperty('error');
}
