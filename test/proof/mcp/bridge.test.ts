import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, expectStatus } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { REVIEW, textsIn } from '../../adapters/mcp/a-library.ts';
import { call } from '../../adapters/mcp/call-tool.ts';
import { GET_GREETING } from '../../adapters/mcp/mcp-app.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { Installation } from '../../support/service/installation.ts';
import { runCli } from '../../support/service/run-cli.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { STDIO_CLIENTS, type StdioClient } from './stdio-clients.ts';

const PASSWORD = 'correct horse battery';

describe('prompthold mcp', () => {
  let installation: Installation;
  let service: ServiceProcess;

  beforeAll(async () => {
    installation = await Installation.on(`sqlite:${join(await temporaryFolder(), 'prompthold.db')}`);
    service = await installation.serve();
  });

  afterAll(async () => {
    await installation.dispose();
  });

  /** An account with a library, whose key is in a file. */
  async function anAccount() {
    const { token } = await installation.openAccount(PASSWORD);
    const key = new Client(new Api(service.url), token);
    await key.createPrompt(REVIEW);
    const { id } = await key.createPrompt({ name: 'support/versions', content: 'One', labels: ['production'] });
    await key.publish(id, { content: 'Two', labels: ['staging'] });
    const file = join(installation.folder, `${id}.key`);
    await writeFile(file, `${token}\n`);
    return { key, id, file, environment: { PROMPTHOLD_KEY_FILE: file, PROMPTHOLD_URL: service.url } };
  }

  const notified = (seen: StdioClient['seen'], count: number) =>
    waitUntil(() => seen.notifications >= count, { what: `notification ${count} arrives`, timeoutMs: 60_000 });

  describe.each(STDIO_CLIENTS)('started by a client of %s', (_name, connect) => {
    it('serves prompts and tools, and announces changes', async () => {
      const { key, id, environment } = await anAccount();
      const { client, seen } = await connect([], environment);

      expect(await client.listPrompts()).toMatchObject({
        prompts: [
          {
            name: 'dev/review',
            description: 'Reviews code.',
            arguments: [
              { name: 'code', required: true },
              { name: 'lang', required: true },
              { name: 'strict', required: false },
              { name: 'data', required: false },
              { name: 'note', required: false },
            ],
          },
          { name: 'support/versions' },
        ],
      });
      const given = { code: 'x', lang: 'perl', strict: 'false' };
      expect(textsIn(await client.getPrompt({ name: 'dev/review', arguments: given }))).toEqual([
        ['user', 'perl false x none'],
      ]);
      expect(textsIn(await client.getPrompt({ name: 'support/versions@staging' }))).toEqual([['user', 'Two']]);
      expect(textsIn(await client.getPrompt({ name: 'support/versions@1' }))).toEqual([['user', 'One']]);
      expect(await call(client, 'render_prompt', { name: 'support/versions' })).toMatchObject({ text: 'One' });

      await key.moveLabel(id, 'production', 2);
      await notified(seen, 1);
      expect(textsIn(await client.getPrompt({ name: 'support/versions' }))).toEqual([['user', 'Two']]);
      expect(seen).toEqual({ notifications: 1, stderr: '' });
    });

    it('offers what its options select, and writes on behalf of the agent', async () => {
      const { key, environment } = await anAccount();
      const { client } = await connect(['--folder', 'support', '--label', 'staging', '--tools', 'write'], environment);

      expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: 'support/versions' }] });
      expect(await client.listTools()).toMatchObject({ tools: { length: 5 } });
      const move = { name: 'support/versions', label: 'production', version: 2, expectedVersion: 1, message: 'tested' };
      expect(await call(client, 'move_label', move)).toMatchObject({ version: 2, previous: 1 });

      const history = await key.get('/prompts/support%2Fversions/labels/production/history');
      expect(history.body).toMatchObject({ data: [{ version: 2, by: 'mcp', message: 'tested' }, { by: 'api' }] });
    });

    it('uses the key that replaces a reset one in its file', async () => {
      const { key, file, environment } = await anAccount();
      const { client, seen } = await connect([], environment);
      expect(textsIn(await client.getPrompt({ name: 'support/versions' }))).toEqual([['user', 'One']]);

      const { body } = expectStatus(200, await key.api.reset(key.key));
      await expect(client.getPrompt({ name: 'support/versions' })).rejects.toMatchObject({ code: -32603 });
      const { token } = body as { token: string };
      await writeFile(file, `${token}\n`);

      expect(textsIn(await client.getPrompt({ name: 'support/versions' }))).toEqual([['user', 'One']]);
      const before = seen.notifications;
      await new Client(key.api, token).createPrompt();
      await notified(seen, before + 1);
      expect(seen.stderr).not.toMatch(/ph_[0-9a-f]/);
    });

    it('survives a restart of the service, and misses no change', async () => {
      const { key, environment } = await anAccount();
      const { client, seen } = await connect([], environment);
      await client.listPrompts();

      const { port } = service;
      expect(await service.stop()).toBe(0);
      await expect(client.listPrompts()).rejects.toMatchObject({ code: -32603 });
      service = await installation.serve({ PROMPTHOLD_HTTP_PORT: String(port) });

      expect(textsIn(await client.getPrompt({ name: 'support/versions' }))).toEqual([['user', 'One']]);
      // The list can be read again.
      await notified(seen, 1);
      await key.createPrompt();
      await notified(seen, 2);
    });
  });

  it('serves requests of a pipe, prints nothing else to stdout, and exits with 0', async () => {
    const { environment } = await anAccount();
    const request = { ...GET_GREETING, params: { name: 'support/versions' } };

    const { code, stdout, stderr } = await runCli(['mcp', '--url', service.url], {
      folder: installation.folder,
      settings: { ...environment, PROMPTHOLD_URL: 'http://127.0.0.1:1' },
      input: `${JSON.stringify(request)}\n`,
    });

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { messages: [{ content: { text: 'One' } }] } });
  });
});
