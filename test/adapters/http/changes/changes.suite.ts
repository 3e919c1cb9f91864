import { expect, it } from 'vitest';
import { type Client, expectStatus, type PromptsContext } from '../prompts/support/client.ts';
import { times } from '../support/api.ts';
import { type ChangesPage, changesIn } from './changes-page.ts';

const read = async (client: Client, query: string): Promise<ChangesPage> =>
  changesIn(expectStatus(200, await client.get(`/changes?${query}`)));

/** Reads on until the end of the feed, like a program that polls. */
async function poll(client: Client, from: string, query: string): Promise<ChangesPage> {
  const data: ChangesPage['data'] = [];
  for (let after = from; ; ) {
    const page = await read(client, `after=${after}&${query}`);
    data.push(...page.data);
    if (page.nextCursor === null) return { ...page, data };
    after = page.nextCursor;
  }
}

export function changesSuite(context: () => PromptsContext): void {
  it('is polled without gaps or repetitions while others write', async () => {
    const { first, second } = await context().newAuthor();
    const writes = times(20, (index) =>
      (index % 2 ? first : second).createPrompt({ name: `p${index}`, labels: ['production', 'staging'] }),
    );

    let { data, position } = await poll(second, '0', 'limit=7&type=label.moved');
    const seen = [...data];
    await Promise.all(writes);
    ({ data, position } = await poll(first, position, 'limit=7&type=label.moved'));
    seen.push(...data);

    const moves = (await poll(first, '0', 'limit=200')).data.filter(({ type }) => type === 'label.moved');
    expect(seen).toEqual(moves);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(40);
    expect(position).toBe((await read(first, 'limit=1')).position);
  });
}
