import { expect, it, vi } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';

/** Each read of the storage that a response is made of after the key was looked up. */
const READS = [
  ['/api/prompts', 'catalog', 'list'],
  ['/api/prompts?include=content', 'catalog', 'listWithVersions'],
  ['/api/tags', 'catalog', 'countByTag'],
  ['/api/folders', 'catalog', 'countByFolder'],
  ['/api/prompts/one', 'reader', 'read'],
  ['/api/prompts/none', 'reader', 'read'],
  ['/api/prompts/one/versions', 'reader', 'listVersions'],
  ['/api/prompts/one/labels/production/history', 'reader', 'listMoves'],
] as const;

it.each(READS)('%s is 401 if the key is reset just before it is read', async (path, port, method) => {
  const { api, token: key, prompts } = await startStandaloneApp();
  const json = { name: 'one', content: 'Hello.', labels: ['production'] };
  await api.call('POST', '/api/prompts', { key, json });
  const ports: Record<string, (...args: unknown[]) => Promise<unknown>> = prompts[port] as never;
  const read = ports[method]?.bind(ports);
  const spied = vi.spyOn(ports, method).mockImplementationOnce(async (...args) => {
    expect((await api.reset(key)).status).toBe(200);
    return read?.(...args);
  });

  const { status, text } = await api.get(path, { key });

  expect(spied).toHaveBeenCalled();
  expect(status).toBe(401);
  expect(text).not.toContain('Hello.');
});
