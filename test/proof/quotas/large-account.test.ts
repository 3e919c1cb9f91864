import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Client, expectStatus } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { anExportedPrompt, EXPORT_FORMAT } from '../../support/builders/an-export.ts';
import { proofSize } from '../../support/proof-size.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** More bytes than one request that is not streamed may have. */
const PROMPTS = proofSize({ usual: 9000, full: 50_000 });
const CONTENT_BYTES = 4096;
const FOLDERS = 100;
const NDJSON = 'application/x-ndjson';
/** The limits are the same on every storage, and filling one takes minutes. */
const STORAGES = ['sqlite'];
/** Only detects a hang: several hundred megabytes go in and out. */
const TIMEOUT_MS = 1_200_000;

const nameOf = (number: number): string => `folder-${number % FOLDERS}/prompt-${number}`;

/** Different for each prompt, so that no content is shared. */
const contentOf = (number: number): string => `Prompt ${number} of ${PROMPTS}. `.padEnd(CONTENT_BYTES, 'Be brief. ');

function* exportedLines(): Generator<string> {
  yield `${JSON.stringify(EXPORT_FORMAT)}\n`;
  for (let number = 0; number < PROMPTS; number += 1) {
    yield `${JSON.stringify(anExportedPrompt(nameOf(number), contentOf(number)))}\n`;
  }
}

describe.each(realStorages.filter(({ name }) => STORAGES.includes(name)))(
  `an account with ${PROMPTS} prompts of 4 KiB on $name`,
  ({ fresh }) => {
    it('is imported, used and exported within the default limits', { timeout: TIMEOUT_MS }, async () => {
      const installation = await createTestInstallation(fresh);
      const { token } = await installation.openAccount();
      const { url } = await installation.serve();
      const client = new Client(new Api(url), token);

      expect(await importAll(url, token)).toEqual({ created: PROMPTS });

      expect(await promptsUsed(client)).toBe(PROMPTS);
      expect((await listNames(client, 'include=content')).size).toBe(PROMPTS);
      await usePrompts(client);
      expect(await countExported(url, token)).toBe(PROMPTS + 1);
    });
  },
);

/** Sends lines as they are generated, and counts the results. */
async function importAll(url: string, key: string): Promise<Readonly<Record<string, number>>> {
  const response = await fetch(new URL('/api/import', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': NDJSON },
    body: Readable.toWeb(Readable.from(exportedLines(), { objectMode: false })),
    duplex: 'half',
  });
  expect(response.status).toBe(200);
  const counts: Record<string, number> = {};
  for await (const line of linesOf(response)) {
    const result = z.object({ result: z.string() }).parse(JSON.parse(line)).result;
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

async function promptsUsed(client: Client): Promise<number> {
  const { body } = expectStatus(200, await client.get('/limits'));
  return z.object({ data: z.object({ prompts: z.object({ used: z.number() }) }) }).parse(body).data.prompts.used;
}

const page = z.object({ data: z.array(z.object({ name: z.string() })), nextCursor: z.string().nullable() });

/** Follows the pages of a list to the end. */
async function listNames(client: Client, query: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = expectStatus(200, await client.get(`/prompts?limit=200&${query}${more}`));
    const { data, nextCursor } = page.parse(body);
    for (const { name } of data) names.add(name);
    cursor = nextCursor;
  }
  return names;
}

/** A sample of what programs and people do, spread over all prompts. */
async function usePrompts(client: Client): Promise<void> {
  for (let number = 0; number < PROMPTS; number += 199) {
    const path = `/prompts/${encodeURIComponent(nameOf(number))}`;
    expectStatus(200, await client.get(path));
    expectStatus(200, await client.post(`${path}/render`, { variables: {} }));
    expectStatus(201, await client.post(`${path}/versions`, { content: 'Changed.', labels: ['production'] }));
  }
  expect([...(await listNames(client, `q=brief+${PROMPTS - 1}`))]).toEqual([nameOf(PROMPTS - 1)]);
}

async function countExported(url: string, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, Accept: NDJSON };
  let lines = 0;
  for await (const _ of linesOf(await fetch(new URL('/api/export', url), { headers }))) lines += 1;
  return lines;
}

function linesOf({ body }: Response): AsyncIterable<string> {
  if (body === null) throw new Error('the response has no body');
  return createInterface({ input: Readable.fromWeb(body) });
}
