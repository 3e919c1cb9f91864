import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { Api, codeIn, pathsIn, times } from '../support/api.ts';
import { RawConnection, requestHead, sendRaw } from './raw-connection.ts';

const JSON_TYPE = 'Content-Type: application/json';
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const TEN_MEGABYTES = 10_000_000;
const LIVEZ = requestHead('GET /livez HTTP/1.1');

let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
  api = new Api(service.url);
});
afterAll(() => service.dispose());

describe('a deeply nested or wide body', () => {
  it('is rejected with half a million levels', async () => {
    const body = '['.repeat(500_000) + ']'.repeat(500_000);

    const response = await api.call('POST', '/api/accounts', { headers: JSON_HEADERS, body });

    expect(response.status).toBe(422);
  });

  it('may have 50,000 values, which are counted before any of them is built', async () => {
    const sent = async (body: string) =>
      (await api.call('POST', '/api/accounts', { headers: JSON_HEADERS, body })).body;
    const tooMany = { code: 'invalid', details: [{ path: '', problem: 'too-many' }] };

    expect(await sent(`[${'{},'.repeat(49_998)}{}]`)).not.toMatchObject(tooMany);
    expect(await sent(`[${'{},'.repeat(49_999)}{}]`)).toMatchObject(tooMany);
    expect(await sent(`{"a":[${'[],'.repeat(340_000)}`)).toMatchObject(tooMany);
  });
});

describe('a long list of invalid items', () => {
  const anImport = (prompts: string): string =>
    `{"data":{"format":"prompthold-export","version":1,"prompts":[${prompts}]}}`;
  /** More than a function call can take as arguments, which is how zod collects its issues. */
  const many = (member: string, count = 300_000): string => Array(count).fill(member).join(',');
  /** As many as an ordinary body may have. */
  const some = (member: string): string => many(member, 49_000);

  it.each([
    ['tags', '/api/prompts', `{"name":"a","content":"x","tags":[${some('1')}]}`, 'tags.0'],
    ['messages', '/api/prompts', `{"name":"a","messages":[${some('0')}]}`, 'messages.0'],
    ['prompts of an import', '/api/import', anImport(many('{}')), 'data.prompts.0.name'],
    ['versions in an import', '/api/import', anImport(`{"versions":[${many('{}')}]}`), 'data.prompts.0.name'],
  ])('is rejected with twenty problems: %s', async (_case, path, body, first) => {
    const { token } = await api.openAccount();

    const response = await api.call('POST', path, {
      key: token,
      headers: { 'Content-Type': 'application/json' },
      body,
    });

    expect(response.status).toBe(422);
    expect(pathsIn(response)).toHaveLength(20);
    expect(pathsIn(response)[0]).toBe(first);
  });
});

describe('a body of ten megabytes', () => {
  it('is rejected before it is sent, if its Content-Length is given', async () => {
    const head = requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, `Content-Length: ${TEN_MEGABYTES}`);

    const response = await sendRaw(service.url, head);

    expect(response.status).toBe(413);
    expect(codeIn(response)).toBe('body_too_large');
  });

  it('is read and discarded, so that a client that sends first can read the 413 and reuse the connection', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send(requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, `Content-Length: ${TEN_MEGABYTES}`));
    await connection.send('x'.repeat(TEN_MEGABYTES));
    await connection.send(LIVEZ);

    expect((await connection.readResponse()).status).toBe(413);
    expect((await connection.readResponse()).status).toBe(200);
    connection.close();
  });

  it('is read and discarded when it is chunked', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send(requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked'));
    await connection.send(times(100, () => `186a0\r\n${'x'.repeat(100_000)}\r\n`).join(''));
    await connection.send(`0\r\n\r\n${LIVEZ}`);

    expect((await connection.readResponse()).status).toBe(413);
    expect((await connection.readResponse()).status).toBe(200);
    connection.close();
  });

  it('is discarded where no body is expected', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send(requestHead('PUT /api/nothing HTTP/1.1', `Content-Length: ${TEN_MEGABYTES}`));
    await connection.send('x'.repeat(TEN_MEGABYTES));
    await connection.send(LIVEZ);

    expect((await connection.readResponse()).status).toBe(404);
    expect((await connection.readResponse()).status).toBe(200);
    connection.close();
  });
});

describe('a chunked body', () => {
  it('is reassembled from chunks of any size', async () => {
    const chunks = [...'{"email":"nobody@example.com","password":"é"}'].map(
      (letter) => `${Buffer.byteLength(letter)}\r\n${letter}\r\n`,
    );

    const head = requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked');
    const response = await sendRaw(service.url, `${head}${chunks.join('')}0\r\n\r\n`);

    expect(response.status).toBe(401);
  });

  it('is 415 without a Content-Type and 400 when it is empty', async () => {
    const untyped = requestHead('POST /api/auth/token HTTP/1.1', 'Transfer-Encoding: chunked');
    const typed = requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked');

    expect((await sendRaw(service.url, `${untyped}0\r\n\r\n`)).status).toBe(415);
    expect((await sendRaw(service.url, `${typed}0\r\n\r\n`)).status).toBe(400);
  });

  it('does not crash the service when it is aborted', async () => {
    const connection = await RawConnection.open(service.url);
    await connection.send(requestHead('POST /api/auth/token HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked'));
    await connection.send('5\r\n{"ema');

    await connection.reset();

    expect((await api.get('/livez')).status).toBe(200);
  });
});
