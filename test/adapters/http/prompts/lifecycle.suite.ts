import { expect, it } from 'vitest';
import {
  aName,
  dataIn,
  detailsIn,
  expectStatus,
  movedAtIn,
  type PromptsContext,
  rejectionIn,
} from './support/client.ts';

export function lifecycleSuite(context: () => PromptsContext): void {
  it('works over HTTP from creation to rollback', async () => {
    const { first, second } = context();
    const name = aName('support');
    const path = `/prompts/${encodeURIComponent(name)}`;

    // Create, with the first version in production.
    const created = expectStatus(
      201,
      await first.post('/prompts', { name, content: 'Dear {{customer}}, hello.', labels: ['production'] }),
    );
    expect(dataIn(created)).toMatchObject({ name, version: 1, labels: { production: 1 } });
    const createdAt = movedAtIn(withoutList(await first.get(`${path}/labels/production/history`)));

    // Publish a better version. Readers of production do not see it yet.
    expectStatus(201, await second.post(`${path}/versions`, { content: 'Dear {{customer}}, how are you?' }));
    const before = await first.get(`${path}?label=production`);
    expect(dataIn(before)).toMatchObject({ version: 1, latestVersion: 2, content: 'Dear {{customer}}, hello.' });

    // Promote it. All readers see it.
    const moved = expectStatus(
      200,
      await second.put(`${path}/labels/production`, { version: 2, message: 'friendlier' }),
    );
    expect(dataIn(moved)).toMatchObject({ label: 'production', version: 2, previous: 1 });
    const read = expectStatus(200, await first.get(`${path}?label=production`));
    expect(dataIn(read)).toMatchObject({
      version: 2,
      content: 'Dear {{customer}}, how are you?',
      resolved: { by: 'label', label: 'production', version: 2 },
    });

    // Read again with the ETag: 304 without a body.
    const etag = read.headers.get('ETag') ?? '';
    const again = expectStatus(304, await second.get(`${path}?label=production`, { 'If-None-Match': etag }));
    expect(again.text).toBe('');

    // Render, first without the required variable.
    const incomplete = await first.post(`${path}/render`, { label: 'production', variables: {} });
    expect(rejectionIn(incomplete)).toBe('422 variables_invalid');
    expect(detailsIn(incomplete)).toEqual([{ path: 'customer', problem: 'missing' }]);
    const rendered = expectStatus(200, await second.post(`${path}/render`, { variables: { customer: 'Ada' } }));
    expect(dataIn(rendered)).toMatchObject({ text: 'Dear Ada, how are you?', version: 2 });

    // Publish a version that would break callers: it cannot be promoted by accident.
    expectStatus(201, await first.post(`${path}/versions`, { content: 'Dear {{first_name}}, how are you?' }));
    const breaking = await second.put(`${path}/labels/production`, { version: 3 });
    expect(rejectionIn(breaking)).toBe('409 breaking_change');
    expect(detailsIn(breaking)).toEqual([
      { path: 'customer', problem: 'removed' },
      { path: 'first_name', problem: 'added-required' },
    ]);
    expectStatus(200, await second.put(`${path}/labels/production`, { version: 3, force: true }));

    // Roll back. The history is complete, and past versions can be read.
    const back = expectStatus(200, await first.post(`${path}/labels/production/rollback`));
    expect(dataIn(back)).toMatchObject({ version: 2, previous: 3 });
    const history = expectStatus(200, await second.get(`${path}/labels/production/history`));
    expect(dataIn(history)).toMatchObject([
      { version: 2, previous: 3, by: 'api' },
      { version: 3, previous: 2, by: 'api', message: '' },
      { version: 2, previous: 1, by: 'api', message: 'friendlier' },
      { version: 1, previous: null, by: 'api', message: '' },
    ]);
    const past = expectStatus(200, await second.get(`${path}?label=production&at=${createdAt}`));
    expect(dataIn(past)).toMatchObject({ version: 1, content: 'Dear {{customer}}, hello.' });
  });
}

/** Unwraps the only item of a list, as if the response contained it alone. */
const withoutList = (response: Awaited<ReturnType<PromptsContext['first']['get']>>) => {
  const [data] = dataIn(response) as readonly unknown[];
  return { ...response, body: { data } };
};
