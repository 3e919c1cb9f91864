import { expect, it } from 'vitest';
import { type Client, expectStatus, type PromptsContext } from '../prompts/support/client.ts';
import { times } from '../support/api.ts';
import { type ChangesPage, changesIn, summaryOf } from './changes-page.ts';

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
  it('shows what one instance writes on the other, in both orders', async () => {
    const { first, second } = await context().newAuthor();
    expect(await read(second, 'after=0')).toEqual({ data: [], nextCursor: null, position: '0-0-00000000' });

    const { id } = await first.createPrompt({ name: 'support/reply', labels: ['staging'] });
    await first.publish(id, { content: 'Two.', message: 'shorter', labels: ['production'] });
    await first.patch(`/prompts/${id}`, { name: 'mail/reply', archived: true, description: 'x' });
    await first.delete(`/prompts/${id}`);

    const feed = await read(second, 'after=0-0-00000000');
    expect(feed.data).toMatchObject([
      { type: 'prompt.created', data: { promptId: id, name: 'support/reply', type: 'text', version: 1, by: 'api' } },
      { type: 'label.moved', data: { label: 'staging', version: 1, previous: null, message: '' } },
      { type: 'version.published', data: { version: 2, message: 'shorter', restoredFrom: null } },
      { type: 'label.moved', data: { label: 'production', version: 2, previous: null } },
      {
        type: 'prompt.changed',
        data: { name: 'mail/reply', changed: ['name', 'description', 'archived'], previousName: 'support/reply' },
      },
      { type: 'prompt.deleted', data: { promptId: id, name: 'mail/reply', latestVersion: 2 } },
    ]);
    expect((await read(first, 'limit=200')).data).toEqual(feed.data.toReversed());
    expect(summaryOf(await read(first, 'after=0&label=staging'))).toEqual(['label.moved support/reply staging']);
  });

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
