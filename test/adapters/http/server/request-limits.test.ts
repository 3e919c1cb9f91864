import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { HeavyWorkGate } from '../../../../src/adapters/inbound/http/limits/heavy-work-gate.ts';
import { REQUEST_LIMITS } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';
import { limitConnections } from '../../../../src/adapters/inbound/http/limits/limit-connections.ts';
import { MemoryBudget } from '../../../../src/adapters/inbound/http/limits/memory-budget.ts';
import { RequestsInFlight } from '../../../../src/adapters/inbound/http/server/requests-in-flight.ts';
import { KeyedLimiter } from '../../../../src/adapters/limits/keyed-limiter.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { type Api, codeIn } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

const MIB = 1024 * 1024;
const A_MOMENT = { concurrentPerKeyMax: 2, waitingPerKeyMax: 1, waitMsMax: 1 };

const startWith = ({
  bodies = MemoryBudget.forBodies(),
  responses = MemoryBudget.forResponses(),
  accounts = new KeyedLimiter(REQUEST_LIMITS),
  stalledMs = 60_000,
  bodyMs = 60_000,
  bodyGraceMs = 60_000,
}: {
  bodies?: MemoryBudget;
  responses?: MemoryBudget;
  accounts?: KeyedLimiter;
  stalledMs?: number;
  bodyMs?: number;
  bodyGraceMs?: number;
}) =>
  startStandaloneApp({
    inFlight: new RequestsInFlight(
      undefined,
      { bodies, responses, accounts, heavyWork: new HeavyWorkGate() },
      { stalledMs, bodyMs, bodyGraceMs },
    ),
  });

/** Half of it is for one account. */
const SMALL_BUDGET_BYTES = 2 * MIB;

const createPrompt = (api: Api, key: string, name: string, length: number) =>
  api.call('POST', '/api/prompts', { key, json: { name, content: 'x'.repeat(length) } });

const aList = (key: string) => requestHead('GET /api/prompts?include=content HTTP/1.1', `Authorization: Bearer ${key}`);

/** Sends many requests with large responses on one connection, more than the system buffers, and reads none of them. */
async function listWithoutReading(api: Api, key: string): Promise<RawConnection> {
  const connection = await RawConnection.open(api.url);
  await connection.send(aList(key).repeat(40));
  return connection;
}

describe('bodies that are not received completely', () => {
  it('take memory that others cannot have, except for small requests', async () => {
    const bodies = MemoryBudget.forBodies(SMALL_BUDGET_BYTES);
    const reserve = vi.spyOn(bodies, 'reserve');
    const { api, token } = await startWith({ bodies });
    const half = await RawConnection.open(api.url);
    const head = requestHead(
      'POST /api/import HTTP/1.1',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${2 * MIB}`,
    );
    await half.send(head);
    await half.send('x'.repeat(MIB - 10_000));
    const received = () => reserve.mock.calls.reduce((sum, [, bytes]) => sum + bytes, 0);
    await expect.poll(received).toBe(MIB - 10_000);

    const create = () => createPrompt(api, token, `large-${randomUUID()}`, 200_000);
    const refused = await create();
    expect(codeIn(refused)).toBe('busy');
    expect(refused.headers.get('Retry-After')).toBe('2');
    expect((await createPrompt(api, token, 'small', 10)).status).toBe(201);
    expect((await api.verify(token)).status).toBe(200);

    half.close();
    await expect.poll(async () => (await create()).status).toBe(201);
  });
});

describe('a body that does not arrive in time', () => {
  it('is 408, and the connection is closed', async () => {
    const { api } = await startWith({ bodyMs: 1 });
    const connection = await RawConnection.open(api.url);
    await connection.send(
      requestHead('POST /api/auth/token HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 10'),
    );

    const response = await connection.readResponse();

    expect([response.status, codeIn(response)]).toEqual([408, 'request_timeout']);
    expect(await connection.readRemainder()).toBe('');
  });

  it('is 408 if it holds memory and does not arrive at a minimum rate', async () => {
    const { api, token } = await startWith({ bodyGraceMs: 1 });
    const connection = await RawConnection.open(api.url);
    const key = `Authorization: Bearer ${token}`;
    await connection.send(
      requestHead('POST /api/import HTTP/1.1', key, 'Content-Type: application/json', `Content-Length: ${2 * MIB}`),
    );
    await connection.send('x'.repeat(17 * 1024));

    const response = await connection.readResponse();

    expect([response.status, codeIn(response)]).toEqual([408, 'request_timeout']);
  });

  it('is cut off even if its response is complete', async () => {
    const { api } = await startWith({ bodyMs: 1 });
    const connection = await RawConnection.open(api.url);
    await connection.send(requestHead('PUT /api/nothing HTTP/1.1', 'Content-Length: 10'));

    expect((await connection.readResponse()).status).toBe(404);
    expect(await connection.readRemainder()).toBe('');
  });
});

describe('responses that are not sent completely', () => {
  it('take memory that others cannot have, except for small requests', async () => {
    const { api, token } = await startWith({ responses: MemoryBudget.forResponses(SMALL_BUDGET_BYTES) });
    for (const name of ['a', 'b', 'c']) await createPrompt(api, token, name, 250_000);
    const connection = await RawConnection.open(api.url);
    const list = async () => (await api.get('/api/prompts?include=content', { key: token })).status;
    // More and more responses are not read, until the system's buffers for the connection are full.
    const requestMore = async () => {
      await connection.send(aList(token));
      return [await list(), await list(), await list()];
    };

    await expect.poll(requestMore).toEqual([429, 429, 429]);
    expect((await api.verify(token)).status).toBe(200);

    connection.close();
    await expect.poll(list).toBe(200);
  });

  it('are abandoned when the client has stopped reading', async () => {
    const { api, token } = await startWith({ stalledMs: 300 });
    for (let index = 0; index < 4; index += 1) await createPrompt(api, token, `p${index}`, 250_000);
    const connection = await listWithoutReading(api, token);

    const isClosed = () =>
      connection.send(aList(token)).then(
        () => false,
        () => true,
      );

    await expect.poll(isClosed).toBe(true);
    connection.close();
  });
});

describe('the requests of one account', () => {
  it('are limited, except for verifying the key', async () => {
    const { api, token, prompts } = await startWith({ accounts: new KeyedLimiter(A_MOMENT) });
    const hanging = Promise.withResolvers<never[]>();
    const list = vi.spyOn(prompts.catalog, 'countByTag').mockImplementation(() => hanging.promise);
    const begun = [1, 2].map(() => api.get('/api/tags', { key: token }));
    await expect.poll(() => list.mock.calls.length).toBe(2);

    const refused = await api.get('/api/folders', { key: token });

    expect([refused.status, codeIn(refused), refused.headers.get('Retry-After')]).toEqual([429, 'busy', '2']);
    expect((await api.verify(token)).status).toBe(200);
    hanging.resolve([]);
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await api.get('/api/folders', { key: token })).status).toBe(200);
  });
});

describe('connections', () => {
  it('are closed beyond the limit, which is logged once', async () => {
    const { api, server, lines } = await startWith({});
    const warn = vi.fn();
    limitConnections(server, 1, { warn } as never);
    const first = await RawConnection.open(api.url);
    await first.send(requestHead('GET /livez HTTP/1.1'));
    expect((await first.readResponse()).status).toBe(200);

    for (let count = 0; count < 3; count += 1) {
      const beyond = await RawConnection.open(api.url);
      expect(await beyond.readRemainder()).toBe('');
    }

    expect(warn).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([]);
    first.close();
    await expect.poll(async () => (await api.get('/livez').catch(() => ({ status: 0 }))).status).toBe(200);
  });
});
