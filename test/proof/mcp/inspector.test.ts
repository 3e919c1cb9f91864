import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, anUnknownKey } from '../../adapters/http/support/api.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { PackageFolder } from '../openapi/package-folder.ts';

const INSPECTOR = join(import.meta.dirname, '../../mcp');
const INSTALL_MS = 600_000;
const ERAS = [
  ['of 2025', []],
  ['of 2026', ['--protocol-era', 'modern']],
] as const;

describe('the MCP inspector', { timeout: INSTALL_MS }, () => {
  let folder: PackageFolder;
  let service: ServiceProcess;
  let key: string;

  beforeAll(async () => {
    folder = await PackageFolder.install(INSPECTOR);
    service = await ServiceProcess.start({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const api = new Api(service.url);
    ({ token: key } = await api.openAccount());
    const author = new Client(api, key);
    await author.createPrompt({ name: 'support/reply', content: 'Dear {{name}}', labels: ['production'] });
  }, INSTALL_MS);

  afterAll(async () => {
    await service?.dispose();
    await folder?.dispose();
  });

  /** Without the network: nothing but the service is named. */
  async function inspect(token: string, ...args: readonly string[]) {
    const variables = { HOME: folder.path, MCP_STORAGE_DIR: join(folder.path, 'storage') };
    const common = ['--transport', 'http', '--stored-auth-only', '--format', 'json'];
    const header = ['--header', `Authorization: Bearer ${token}`];
    const url = `http://127.0.0.1:${service.port}/mcp`;
    return folder.execute(variables, 'mcp-inspector', '--cli', url, ...common, ...header, ...args);
  }

  const GET = ['--method', 'prompts/get', '--prompt-name', 'support/reply', '--prompt-args', 'name=Ada'];

  it.each(ERAS)('fills in a prompt in the protocol %s', async (_era, era) => {
    const { code, stdout, stderr } = await inspect(key, ...GET, ...era);

    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { messages: [{ role: 'user', content: { type: 'text', text: 'Dear Ada' } }] },
    });
  });

  it.each(ERAS)('lists prompts, tools and resources in the protocol %s', async (_era, era) => {
    const list = async (method: string): Promise<unknown> => {
      const { code, stdout, stderr } = await inspect(key, '--method', method, ...era);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };

    expect(await list('prompts/list')).toMatchObject({
      result: { prompts: [{ name: 'support/reply', arguments: [{ name: 'name', required: true }] }] },
    });
    expect(await list('tools/list')).toMatchObject({ result: { tools: { length: 3 } } });
    expect(await list('resources/list')).toMatchObject({ result: { resources: [{ uri: 'prompt://support/reply' }] } });
  });

  it.each(ERAS)('reports a wrong key as such in the protocol %s', async (_era, era) => {
    const { code, stdout, stderr } = await inspect(anUnknownKey(), ...GET, ...era);

    expect(code).toBe(3);
    expect(`${stdout}${stderr}`).toContain('auth_required');
  });
});
