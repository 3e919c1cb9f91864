import { describe, expect, it } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { SeededRandom } from '../../tools/seeded-random.ts';

const PROMPTS = 12;
const VERSIONS = 6;
const CONTENT_BYTES = 6000;
const CLIENTS = 8;
const ROUNDS = 60;

/** Few contents, so that most are shared, deleted and published again. */
const contentOf = (number: number): string => `${number} `.repeat(100 + number * 20);

describe.each(realStorages)('quotas on $name', ({ fresh }) => {
  it('hold under concurrent writes of every kind by two services, and the use is exact afterwards', async () => {
    const installation = await createTestInstallation(fresh, {
      PROMPTHOLD_LIMITS_PROMPTS: `${PROMPTS}`,
      PROMPTHOLD_LIMITS_VERSIONS_PER_PROMPT: `${VERSIONS}`,
      PROMPTHOLD_LIMITS_CONTENT_BYTES: `${CONTENT_BYTES}`,
    });
    const { token } = await installation.openAccount();
    const services = [await installation.serve(), await installation.serve()];
    const clients = Array.from({ length: CLIENTS }, (_, index) => {
      const service = services[index % services.length] ?? services[0];
      return new Client(new Api(service?.url ?? ''), token);
    });
    const [first] = clients;
    if (!first) throw new Error('there is a client');

    const statuses = await Promise.all(clients.map((client, index) => writeAtRandom(client, new SeededRandom(index))));

    const { prompts, contentBytes } = await limitsOf(first);
    const stored = await storedBy(first);
    expect(prompts).toEqual({ used: stored.prompts, limit: PROMPTS });
    expect(contentBytes).toEqual({ used: stored.contentBytes, limit: CONTENT_BYTES });
    expect(stored.prompts).toBeLessThanOrEqual(PROMPTS);
    expect(stored.contentBytes).toBeLessThanOrEqual(CONTENT_BYTES);
    expect(stored.versionsMax).toBeLessThanOrEqual(VERSIONS);
    // Both happened often, or the test has shown nothing.
    expect(statuses.flat().filter((status) => status === 201).length).toBeGreaterThan(20);
    expect(statuses.flat().filter((status) => status === 422).length).toBeGreaterThan(20);
    expect(await installation.cli(['storage', 'check', '--json'])).toMatchObject({ code: 0 });
  });
});

async function writeAtRandom(client: Client, random: SeededRandom): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `prompt-${random.between(1, PROMPTS + 4)}`;
    const content = contentOf(random.between(1, 20));
    const write = random.pick([
      () => client.post('/prompts', { name, content }),
      () => client.put(`/prompts/${name}`, { content }),
      () => client.post(`/prompts/${name}/versions`, { content }),
      () => client.post(`/prompts/${name}/versions`, { restore: random.between(1, VERSIONS) }),
      () => client.delete(`/prompts/${name}`),
    ]);
    const { status } = await write();
    expect([200, 201, 204, 404, 409, 422]).toContain(status);
    statuses.push(status);
  }
  return statuses;
}

interface Quota {
  readonly used: number;
  readonly limit: number;
}

async function limitsOf(client: Client): Promise<{ readonly prompts: Quota; readonly contentBytes: Quota }> {
  const { body } = await client.get('/limits');
  return (body as { data: { prompts: Quota; contentBytes: Quota } }).data;
}

interface Exported {
  readonly versions: readonly { readonly content: string; readonly variables: unknown; readonly config: unknown }[];
}

async function storedBy(client: Client) {
  const { body } = await client.get('/export');
  const { prompts } = (body as { data: { prompts: readonly Exported[] } }).data;
  const texts = prompts.flatMap(({ versions }) =>
    versions.map(({ content, variables, config }) =>
      [content, variables, config].map((value) => JSON.stringify(value)).join(''),
    ),
  );
  return {
    prompts: prompts.length,
    versionsMax: Math.max(0, ...prompts.map(({ versions }) => versions.length)),
    contentBytes: [...new Set(texts)].join('').length,
  };
}
