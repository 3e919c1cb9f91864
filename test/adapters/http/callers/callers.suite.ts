import { expect, it } from 'vitest';
import { Client } from '../prompts/support/client.ts';
import { waitUntilShown } from '../stats/stats.ts';
import type { TwoServices } from '../support/two-services.ts';
import { as, namesIn, readArrival, readCallers } from './read-callers.ts';

export function callersSuite(services: () => TwoServices): void {
  it.concurrent('are counted on all instances, with what they were last served', async () => {
    const { first, second } = services();
    const { token: key } = await first.openAccount();
    const [here, there] = [new Client(first, key), new Client(second, key)];
    const { id, name } = await here.createPrompt({ labels: ['production'] });
    const from = (caller: string, address: string) => ({ ...as(caller), 'X-Forwarded-For': address });
    const ci = from('ci-runner', '10.0.0.7');
    await here.get(`/prompts/${id}?label=production`, ci);
    await there.get(`/prompts/${id}`, ci);
    await there.get(`/prompts?include=content&label=production`, from('bundler', '2001:db8::1'));
    await here.get('/tags', from('tagger', '10.0.0.8'));

    const read = async () => (await readCallers(second, key)).callers.filter(({ address }) => address !== '127.0.0.1');
    await waitUntilShown(async () => {
      const found = await read();
      return found.length === 3 && found.reduce((sum, { calls }) => sum + calls, 0) === 4;
    }, 'every caller');

    const found = new Map((await read()).map((caller) => [caller.name, caller]));
    expect(found.get('ci-runner')).toMatchObject({
      address: '10.0.0.7',
      interfaces: ['api'],
      calls: 2,
      usedCurrentKey: true,
      labels: [{ promptId: id, prompt: name, label: 'production', version: 1 }],
      labelsEvicted: false,
    });
    expect(found.get('bundler')).toMatchObject({
      address: '2001:db8::1',
      labels: [{ promptId: null, prompt: null, label: 'production', version: null }],
    });
    expect(found.get('tagger')).toMatchObject({ address: '10.0.0.8', calls: 1, labels: [] });
  });

  it.concurrent('show which of them have the version that a label points to', async () => {
    const { first, second } = services();
    const { token: key } = await first.openAccount();
    const [here, there] = [new Client(first, key), new Client(second, key)];
    const { id, name } = await here.createPrompt({ labels: ['production'] });
    for (const caller of ['a', 'b', 'c']) await here.get(`/prompts/${id}?label=production`, as(caller));
    await waitUntilShown(async () => (await readArrival(second, key, id)).current.length === 3, 'the first version');
    await here.publish(id, { content: 'Hello again.' });
    const movedAt = await here.moveLabel(id, 'production', 2);
    expect(namesIn(await readArrival(first, key, name)).stale.toSorted()).toEqual(['a 1', 'b 1', 'c 1']);

    await there.get(`/prompts/${encodeURIComponent(name)}`, as('b'));
    await there.get('/prompts?label=production&include=content', as('c'));

    await waitUntilShown(async () => {
      const { current, unclear } = await readArrival(second, key, name);
      return current.length === 1 && unclear.length === 1;
    }, 'the second version');
    const arrival = await readArrival(first, key, name);
    expect(arrival).toMatchObject({ label: 'production', version: 2, movedAt });
    expect(namesIn(arrival)).toEqual({ current: ['b 2'], stale: ['a 1'], unclear: ['c 1'] });
  });
}
