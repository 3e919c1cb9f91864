import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Api, times, tokenIn } from '../../adapters/http/support/api.ts';
import { anExportedPrompt, EXPORT_FORMAT } from '../../support/builders/an-export.ts';
import { proofSize } from '../../support/proof-size.ts';
import { LateRequest, type LateResponse } from '../../support/service/late-request.ts';
import { countNotifications, openStream, STREAM_KINDS } from '../../support/service/mcp-stream.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import {
  bearer,
  type LateWrite,
  NDJSON_TYPE,
  PROMPT,
  reads,
  SECRET,
  UNAUTHORIZED,
  writesInDashboard,
  writesWithKey,
} from './late-writes.ts';

const SETTINGS = { PROMPTHOLD_WEBHOOKS_ENABLED: 'true', PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1' };
const NEW_PASSWORD = 'quite another password';
/** How long after the reset the bodies are sent. */
const BODY_DELAYS_MS = proofSize({ usual: [0, 300], full: [0, 100, 200, 500, 1000, 2000, 3000, 5000, 10_000] });
/** More than the sockets between client and service buffer. */
const LARGE_PROMPTS = 72;
const LARGE_BYTES = 250 * 1024;
const LINES_BEFORE = proofSize({ usual: 3, full: 60 });
const LINE_PAUSE_MS = proofSize({ usual: 0, full: 1000 });
const timeouts = { timeout: 600_000 };

/** 401; or no response, 408 or 503 if it was too late for any body, or the machine too busy. */
const isRefused = ({ status, text }: LateResponse): boolean =>
  status === 401 ? text === JSON.stringify(UNAUTHORIZED) : [undefined, 408, 503].includes(status);

describe.each(realStorages)('a request that is open during a reset, on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh, SETTINGS);
  let services: readonly [ServiceProcess, ServiceProcess];

  beforeAll(async () => {
    services = [await installation().serve(), await installation().serve()];
  });

  const first = () => new Api(services[0].url);
  const second = () => new Api(services[1].url);

  async function anOwner(): Promise<OpenedAccount> {
    const owner = await installation().openAccount();
    const key = owner.token;
    const create = { name: PROMPT, content: 'One.', labels: ['staging', 'production'] };
    expect((await first().call('POST', '/api/prompts', { key, json: create })).status).toBe(201);
    const publish = { content: 'Two.' };
    expect((await first().call('POST', `/api/prompts/${PROMPT}/versions`, { key, json: publish })).status).toBe(201);
    return owner;
  }

  const reset = async ({ token }: OpenedAccount) => tokenIn(await second().reset(token));
  const publishSecret = async (key: string, name = PROMPT) =>
    second().call('PUT', `/api/prompts/${name}`, { key, json: { content: SECRET, labels: ['production'] } });

  /** Everything that a write could change. */
  async function stateOf(key: string): Promise<readonly string[]> {
    const paths = ['/api/export', '/api/changes', '/api/protected-labels', '/api/webhooks', '/api/auth/token'];
    return Promise.all(paths.map(async (path) => (await second().get(path, { key })).text));
  }

  /** Returns when both services have admitted these requests: later ones with the same key were served. */
  async function begin(writes: readonly LateWrite[], credential: string, key: string) {
    const opened = services.flatMap(({ url }) =>
      writes.map(({ method, path, headers, body }) => ({
        late: LateRequest.begin(url, { method, path, headers: headers(credential) }),
        body,
      })),
    );
    for (const { url } of services) {
      for (const _ of times(3, (index) => index)) expect((await new Api(url).verify(key)).status).toBe(200);
    }
    return opened;
  }

  it.each(BODY_DELAYS_MS)(
    'is refused through every API, and changes nothing, if its body is %i ms late',
    timeouts,
    async (ms) => {
      const owner = await anOwner();
      const opened = await begin(writesWithKey, owner.token, owner.token);

      const key = await reset(owner);
      expect((await publishSecret(key)).status).toBe(200);
      const before = await stateOf(key);
      await delay(ms);
      const responses = await Promise.all(opened.map(({ late, body }) => late.end(JSON.stringify(body))));

      expect(responses.filter((response) => !isRefused(response))).toEqual([]);
      expect(await stateOf(key)).toEqual(before);
    },
  );

  it('is not refused if its body is late, but the key stays', timeouts, async () => {
    const owner = await anOwner();
    const opened = await begin(writesWithKey, owner.token, owner.token);

    const responses = await Promise.all(opened.map(({ late, body }) => late.end(JSON.stringify(body))));

    expect(responses.filter(({ status }) => status === 401)).toEqual([]);
  });

  it.each(BODY_DELAYS_MS)(
    'is refused in a session that a new password ended, if its body is %i ms late',
    timeouts,
    async (ms) => {
      const owner = await anOwner();
      const key = owner.token;
      const ended = await signInClient(services[0].url, owner);
      const other = await signInClient(services[1].url, owner);
      const opened = await begin(writesInDashboard, ended.cookie ?? '', key);

      const change = { current: owner.password, chosen: NEW_PASSWORD };
      expect((await other.call('PUT', 'account/password', { json: change })).status).toBe(204);
      const before = await stateOf(key);
      await delay(ms);
      const responses = await Promise.all(opened.map(({ late, body }) => late.end(JSON.stringify(body))));

      expect(responses.filter((response) => !isRefused(response))).toEqual([]);
      expect(await stateOf(key)).toEqual(before);
    },
  );

  it('ends an import after the line that came before the reset', timeouts, async () => {
    const owner = await anOwner();
    const line = (fields: object) => `${JSON.stringify(fields)}\n`;
    const head = { method: 'POST', path: '/api/import', headers: bearer(owner.token) };
    const imports = services.map(({ url }) => LateRequest.begin(url, head, NDJSON_TYPE));
    // Together: the service ends an import of which nothing arrives.
    const sendBefore = async (each: LateRequest, index: number) => {
      each.send(line(EXPORT_FORMAT));
      for (const number of times(LINES_BEFORE, (at) => at)) {
        each.send(line(anExportedPrompt(`before-${index}-${number}`, 'Late.')));
        await delay(LINE_PAUSE_MS);
      }
      const last = `/api/prompts/before-${index}-${LINES_BEFORE - 1}`;
      await expect.poll(async () => (await first().get(last, { key: owner.token })).status).toBe(200);
    };
    await Promise.all(imports.map(sendBefore));

    const key = await reset(owner);
    const before = await stateOf(key);
    const responses = await Promise.all(
      imports.map(async (each, index) => {
        for (const number of times(LINES_BEFORE, (at) => at)) {
          each.send(line(anExportedPrompt(`after-${index}-${number}`, 'Late.')));
          await delay(LINE_PAUSE_MS);
        }
        return each.end();
      }),
    );

    for (const { text } of responses) {
      const results = text.trimEnd().split('\n');
      expect(results).toHaveLength(LINES_BEFORE + 1);
      expect(JSON.parse(results.at(-1) ?? '')).toEqual(UNAUTHORIZED);
    }
    expect(await stateOf(key)).toEqual(before);
  });

  it('gets nothing new in an export that the client reads slowly', timeouts, async () => {
    const owner = await anOwner();
    const content = 'x'.repeat(LARGE_BYTES);
    for (const number of times(LARGE_PROMPTS, (at) => at)) {
      const json = { content: `${number} ${content}` };
      expect((await first().call('PUT', `/api/prompts/large-${number}`, { key: owner.token, json })).status).toBe(201);
    }
    const last = 'z-last';
    const json = { content: 'Old.' };
    expect((await first().call('PUT', `/api/prompts/${last}`, { key: owner.token, json })).status).toBe(201);
    const accepted = ['application/json', NDJSON_TYPE];
    const exports = await Promise.all(
      accepted.map((Accept, index) => {
        const headers = { ...bearer(owner.token), Accept };
        return LateRequest.withoutBody(services[index]?.url ?? '', { method: 'GET', path: '/api/export', headers });
      }),
    );

    const key = await reset(owner);
    expect((await publishSecret(key, last)).status).toBe(200);
    const responses = await Promise.all(exports.map((each) => each.read()));

    expect(responses.map(({ text }) => text.includes(SECRET))).toEqual([false, false]);
    expect(responses.map(({ isComplete }) => isComplete)).toEqual([false, false]);
  });

  it('gets nothing new through any API, however often it is sent', timeouts, async () => {
    const owner = await anOwner();
    const served = { count: 0 };
    const readers = services.flatMap(({ url }) =>
      reads.map(async ({ path, headers }) => {
        const leaked: string[] = [];
        for (;;) {
          const request = await LateRequest.withoutBody(url, { method: 'GET', path, headers: headers(owner.token) });
          const { status, text } = await request.read();
          if (text.includes(SECRET)) leaked.push(path);
          // An export may have broken off before.
          if (status !== 200) return { status, leaked };
          served.count += 1;
        }
      }),
    );
    await expect.poll(() => served.count).toBeGreaterThan(2 * readers.length);

    const key = await reset(owner);
    expect((await publishSecret(key)).status).toBe(200);

    const ended = await Promise.all(readers);
    expect(ended.flatMap(({ leaked }) => leaked)).toEqual([]);
    // An export that was just beginning breaks off before its head.
    expect(ended.filter(({ status }) => ![undefined, 401, 503].includes(status))).toEqual([]);
  });

  it('delivers nothing new on streams, and ends them', timeouts, async () => {
    const owner = await anOwner();
    const streams = await Promise.all(
      services.flatMap(({ url }) => STREAM_KINDS.map((kind) => openStream(url, owner.token, kind))),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));

    const key = await reset(owner);
    expect((await publishSecret(key)).status).toBe(200);

    await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true);
    expect(streams.map(countNotifications)).toEqual(streams.map(() => 0));
  });
});
