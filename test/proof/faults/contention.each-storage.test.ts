import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Api, type ApiResponse } from '../../adapters/http/support/api.ts';
import { proofSize } from '../../support/proof-size.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const PUBLISHERS = 64;
const OTHER_WRITERS = 12;
/** Publications of each publisher. */
const PUBLICATIONS = proofSize({ usual: 1, full: 20 });

const publication = z.object({ data: z.object({ version: z.number() }) });
const promptBody = z.object({
  data: z.object({ latestVersion: z.number(), labels: z.record(z.string(), z.number()) }),
});

describe.each(realStorages)('on $name, 64 publishers of one prompt on two instances', ({ name, fresh }) => {
  const installation = provideInstallation(fresh);
  let apis: readonly Api[];
  let account: OpenedAccount;

  beforeAll(async () => {
    account = await installation().openAccount();
    apis = [new Api((await installation().serve()).url), new Api((await installation().serve()).url)];
  });

  const call = (index: number, method: string, path: string, json: unknown): Promise<ApiResponse> => {
    const api = apis[index % apis.length] ?? apis[0];
    if (!api) throw new Error('no instance runs');
    return api.call(method, `/api/prompts${path}`, { key: account.token, json });
  };

  /** Each writes the next version when its last one has a response. Returns all responses. */
  async function publishAll(prompt: string, fields: object, text: string): Promise<readonly ApiResponse[]> {
    const publishers = Array.from({ length: PUBLISHERS }, async (_, publisher) => {
      const responses: ApiResponse[] = [];
      for (let count = 0; count < PUBLICATIONS; count += 1) {
        const content = `${text} ${publisher} ${count}`;
        responses.push(await call(publisher, 'POST', `/${prompt}/versions`, { content, ...fields }));
      }
      return responses;
    });
    return (await Promise.all(publishers)).flat();
  }

  /** Writes prompts of the same account, one each, until it is stopped. Returns the responses that were no success. */
  function writeOthers(): () => Promise<readonly string[]> {
    const failures: string[] = [];
    const stop = repeatUntilStopped(async (writer, count) => {
      const fields = { content: `Other ${count}`, labels: ['production'] };
      const { status, text } = await call(writer, 'PUT', `/other${writer}`, fields);
      if (status !== 200 && status !== 201) failures.push(text);
    }, OTHER_WRITERS);
    return () => stop().then(() => failures);
  }

  it.each([
    ['with a label', { labels: ['production'] }, 'Text', false],
    ['with includes', {}, 'Text {{> part}}', false],
    [
      'with a label and includes, beside 12 writers of other prompts',
      { labels: ['production'] },
      'Text {{> part}}',
      true,
    ],
  ] as const)('%s all succeed or conflict: none is left without knowing', async (how, fields, text, hasOthers) => {
    const prompt = `hot-${text.length}-${hasOthers ? 'others' : Object.keys(fields).length}`;
    await call(0, 'PUT', '/part', { content: 'part' });
    expect((await call(0, 'PUT', `/${prompt}`, { content: 'One', ...fields })).status).toBe(201);
    const stopOthers = hasOthers ? writeOthers() : async () => [];

    const startedAt = performance.now();
    const responses = await publishAll(prompt, fields, text);
    const seconds = (performance.now() - startedAt) / 1000;

    expect(await stopOthers()).toEqual([]);
    const published = responses.filter(({ status }) => status === 201);
    const conflicts = responses.filter(({ status }) => status === 409);
    process.stdout.write(
      `${name}, ${how}: ${published.length} published, ${conflicts.length} conflicts, ${(published.length / seconds).toFixed(1)}/s\n`,
    );
    expect(responses.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text)).toEqual([]);
    for (const { body } of conflicts) expect(body).toMatchObject({ code: 'conflict' });
    const versions = published.map(({ body }) => publication.parse(body).data.version);
    expect(versions.toSorted((one, other) => one - other)).toEqual(versions.map((_, index) => index + 2));
    const { data } = promptBody.parse((await call(0, 'GET', `/${prompt}`, undefined)).body);
    expect(data.latestVersion).toBe(1 + published.length);
    if ('labels' in fields) expect(data.labels).toEqual({ production: data.latestVersion });
  });
});
