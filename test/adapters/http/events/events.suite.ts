import { expect, it, onTestFinished } from 'vitest';
import { EventReader } from '../../../support/service/event-reader.ts';
import { changesIn } from '../changes/changes-page.ts';
import { Client, expectStatus, type PromptsContext } from '../prompts/support/client.ts';
import { tokenIn } from '../support/api.ts';

async function openStream({ api, key }: Client, query = '', lastId?: string): Promise<EventReader> {
  const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const reader = await EventReader.withKey(api.url, key, `/api/events${query}`, headers);
  onTestFinished(() => reader.close());
  expect(reader.status).toBe(200);
  await reader.waitFor(1);
  return reader;
}

export function eventsSuite(context: () => PromptsContext): void {
  it('get what is written on either instance, as it is in the feed', async () => {
    const { first, second } = await context().newAuthor();
    const streams = [await openStream(first), await openStream(second)];

    await first.createPrompt({ labels: ['production', 'staging'] });
    await second.createPrompt();
    await Promise.all(streams.map((stream) => stream.waitFor(5)));

    const { data } = changesIn(expectStatus(200, await first.get('/changes?after=0')));
    const received = streams.map(({ changes }) => changes.map(({ data: line = '' }) => JSON.parse(line)));
    expect(received).toEqual([data, data]);
  });

  it('resume on the other instance without gaps or repetitions', async () => {
    const { first, second } = await context().newAuthor();
    const before = await openStream(first, '?label=production');
    const { id } = await first.createPrompt({ labels: ['production', 'staging'] });
    await before.waitFor(2);
    before.close();
    await second.publish(id, { content: 'Two.', labels: ['staging', 'production'] });
    await first.publish(id, { content: 'Three.', labels: ['production'] });

    const after = await openStream(second, '?label=production', before.lastId);
    await after.waitFor(3);

    const versions = [...before.changes, ...after.changes].map(({ data = '' }) => JSON.parse(data).data.version);
    expect(versions).toEqual([1, 2, 3]);
  });

  it('end on every instance when the key is reset, and get nothing that is written afterwards', async () => {
    const { first, second } = await context().newAuthor();
    const streams = [await openStream(first), await openStream(second)];

    const renewed = new Client(first.api, tokenIn(await second.api.reset(second.key)));
    await renewed.createPrompt();
    await Promise.all(streams.map((stream) => stream.waitForEnd()));

    expect(streams.map(({ changes }) => changes)).toEqual([[], []]);
    expect((await first.get('/events')).status).toBe(401);
  });

  it('get a reset for a position of another account', async () => {
    const { first, second } = await context().newAuthor();
    await first.createPrompt();
    const stranger = await context().newAuthor();
    await stranger.first.createPrompt();
    const { position } = changesIn(expectStatus(200, await stranger.first.get('/changes')));

    const stream = await openStream(second, '', position);
    await stream.waitFor(2);

    expect(stream.events.map(({ event }) => event)).toEqual(['hello', 'reset']);
  });
}
