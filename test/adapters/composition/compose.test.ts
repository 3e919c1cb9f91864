import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Container } from 'inversify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { composeService } from '../../../src/adapters/composition/wiring/compose-service.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import { aKeyringInUse } from '../../support/builders/a-keyring.ts';
import { SILENT_LOG } from '../../support/service/silent-log.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Hosts that do not exist: composing does not connect to them. */
const urls = {
  sqlite: (folder: string) => `sqlite:${join(folder, 'prompthold.db')}`,
  postgres: () => 'postgres://nowhere.invalid/prompts',
  redis: () => 'redis://nowhere.invalid',
  rediss: () => 'rediss://nowhere.invalid',
  'redis-cluster': () => 'redis-cluster://nowhere.invalid:7000,nowhere.invalid:7001',
  'redis-sentinel': () => 'redis-sentinel://nowhere.invalid:26379/primary',
};

const composeFor = (url: string) => {
  const { configuration } = loadConfiguration({ environment: { PROMPTHOLD_STORAGE_URL: url }, readFile: () => '{}' });
  return composeService(configuration, SILENT_LOG);
};

describe.each(Object.entries(urls))('composed with %s', (_name, url) => {
  let folder: string;
  let container: Container;

  beforeAll(async () => {
    folder = await temporaryFolder();
    container = await composeFor(url(folder));
    // In production the keyring is bound later, once it has been opened with the storage.
    container.bind(tokens.keyring).toConstantValue(await aKeyringInUse(folder));
  });
  afterAll(async () => {
    await container?.unbindAllAsync();
    await rm(folder, { recursive: true });
  });

  it.each(Object.entries(tokens))('resolves %s to a singleton', (_token, token) => {
    expect(container.get<unknown>(token)).toBeDefined();
    expect(container.get<unknown>(token)).toBe(container.get<unknown>(token));
  });

  it('makes every port and use case', () => {
    const { prompts, webhooks, events, ...others } = container.get(tokens.useCases);
    const made = [container.get(tokens.ports), prompts, webhooks, events, others].flatMap((each) =>
      Object.entries(each),
    );

    expect(made.length).toBeGreaterThan(100);
    expect(made.filter(([, service]) => !service)).toEqual([]);
  });
});

describe('composing', () => {
  it('does not open the storage', async () => {
    const folder = await createTestFolder();

    const container = await composeFor(urls.sqlite(folder));
    expect(existsSync(join(folder, 'prompthold.db'))).toBe(false);

    await container.unbindAllAsync();
  });
});
