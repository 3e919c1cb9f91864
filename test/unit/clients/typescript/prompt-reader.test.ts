import { describe, expect, it } from 'vitest';
import { PromptNotFound, Unavailable } from '../../../../clients/typescript/src/errors.ts';
import type { ReadOutcome } from '../../../../clients/typescript/src/network/read-prompt.ts';
import { toTarget } from '../../../../clients/typescript/src/prompts/prompt-target.ts';
import { aRead } from './a-read.ts';
import { aReader } from './a-reader.ts';

const MINUTE_MS = 60_000;

const failed: ReadOutcome = { kind: 'failed', error: new Unavailable('unreachable', 'Away.'), reason: 'network' };

describe('a change', () => {
  it('makes entries stale and reads those again that were used in the last hour', async () => {
    const { service, requests, state, reader, get, change } = aReader();
    service.set('a', aRead('a', 'one')).set('b', aRead('b', 'one'));
    await get('a');
    state.now += 61 * MINUTE_MS;
    await get('b');
    service.set('a', aRead('a', 'two', 2)).set('b', aRead('b', 'two', 2));

    expect([change('label.moved', { name: 'a' }), change('label.moved', { name: 'b' })]).toEqual([[], ['b']]);
    await reader.whenRefreshed();
    expect(requests).toEqual(['a', 'b', 'b']);
    expect([(await get('b')).source, (await get('a')).source]).toEqual(['memory', 'network']);
    expect([(await get('b')).version, (await get('a')).version]).toEqual([2, 2]);
  });

  it('concerns everything that includes the prompt, however deep', async () => {
    const { service, get, change, reader } = aReader();
    service.set('a', aRead('a', '{{> b}}')).set('b', aRead('b', '{{> c@latest}}')).set('c@latest', aRead('c', 'one'));
    service.set('d', aRead('d', 'other'));
    expect((await get('a')).render()).toBe('one');
    await get('d');
    service.set('c@latest', aRead('c', 'two', 2));

    const marked = change('version.published', { name: 'c' });
    await reader.whenRefreshed();

    expect(marked.toSorted()).toEqual(['a', 'c@latest']);
    expect((await get('a')).render()).toBe('two');
  });

  it('concerns entries by the former name and by the id, and versions only if the name was reassigned', async () => {
    const { service, get, change } = aReader();
    service.set('a', aRead('a', 'one')).set('a@1', aRead('a', 'one')).set('b', aRead('b', 'one'));
    await get('a');
    await get('a', 1);
    await get('b');

    expect(change('label.moved', { name: 'a' })).toEqual(['a']);
    expect(change('prompt.changed', { name: 'c', previousName: 'a' })).toEqual(['a', 'a@1']);
    expect(change('label.moved', { name: 'renamed', promptId: 'id of b' })).toEqual(['b']);
  });

  it('that is announced during a request is not lost', async () => {
    const { service, requests, state, get, change } = aReader();
    service.set('a', aRead('a', 'one'));
    state.beforeResponse = async () => {
      state.beforeResponse = async () => {};
      service.set('a', aRead('a', 'two', 2));
      change('label.moved', { name: 'a' });
    };

    const during = await get('a');
    const after = await get('a');

    expect([during.version, after.version, requests]).toEqual([1, 2, ['a', 'a']]);
  });
});

describe('a change during a list', () => {
  it('is not lost either', async () => {
    const { service, loader, get, change } = aReader();
    const [target, other] = [toTarget('a', {}), toTarget('b', {})];
    service.set('a', aRead('a', 'two', 2));
    const list = loader.startList();
    change('label.moved', { name: 'a' });
    const read = aRead('a', 'one');

    list.store(target, read, 0);
    list.store(other, read, 0);
    list.end();

    expect([loader.peek('a')?.isStale, loader.peek('b')?.isStale]).toEqual([true, false]);
    expect((await get('a')).version).toBe(2);
  });
});

describe('while the service is away, an entry', () => {
  it('is waited for once after a change, and then tried again in the background, less and less often', async () => {
    const { service, requests, events, state, get, change, reader } = aReader();
    service.set('a', aRead('a', 'one'));
    await get('a');
    service.set('a', failed);
    state.now += 5000;
    change('label.moved', { name: 'a' });
    await reader.whenRefreshed();
    expect(events).toEqual([
      { kind: 'stale', name: 'a', selector: undefined, version: 1, ageMs: 5000, reason: 'network' },
    ]);

    for (let second = 0; second < 60; second += 1) {
      state.now += 1000;
      expect(await get('a')).toMatchObject({ version: 1, source: 'memory' });
      await reader.whenRefreshed();
    }

    // After 1, 2, 4, 8, 16 and 30 seconds.
    expect(requests.length).toBe(2 + 5);
    service.set('a', aRead('a', 'two', 2));
    state.now += MINUTE_MS;
    await get('a');
    await reader.whenRefreshed();
    expect(await get('a')).toMatchObject({ version: 2 });
    expect(events.at(-1)).toEqual({ kind: 'updated', name: 'a', selector: undefined, version: 2, previous: 1 });
  });

  it('stays complete if a new version includes something that cannot be read', async () => {
    const { service, get, change, reader, events } = aReader();
    service.set('a', aRead('a', '{{> b}}')).set('b', aRead('b', 'one')).set('c', failed);
    expect((await get('a')).render()).toBe('one');
    service.set('a', aRead('a', '{{> c}}', 2));
    change('label.moved', { name: 'a' });
    await reader.whenRefreshed();

    expect(await get('a')).toMatchObject({ version: 1, source: 'memory' });
    expect(events.at(-1)).toMatchObject({ kind: 'stale', name: 'a', reason: 'network' });
    service.set('c', aRead('c', 'two'));
    expect((await get('a')).render()).toBe('two');
  });
});

describe('an entry', () => {
  it('is deleted when the service has no such prompt any more', async () => {
    const { service, get, change, reader, loader } = aReader();
    service.set('a', aRead('a', 'one'));
    await get('a');
    service.delete('a');

    change('prompt.deleted', { name: 'a' });
    await reader.whenRefreshed();

    expect(loader.peek('a')).toBeUndefined();
    await expect(get('a')).rejects.toThrow(PromptNotFound);
  });

  it('is the same prompt after a change that did not concern its version', async () => {
    const { service, get, change, reader } = aReader();
    service.set('a', aRead('a', 'one'));
    await get('a');
    const first = await get('a');
    service.set('a', { ...aRead('a', 'one'), etag: '"new"' });

    change('prompt.changed', { name: 'a', changed: ['tags'] });
    await reader.whenRefreshed();

    expect(await get('a')).toBe(first);
  });

  it('is refreshed in the background by age, with one request at a time', async () => {
    const { service, get, requests, state, reader } = aReader({ kind: 'interval', everyMs: 1000 });
    service.set('a', aRead('a', 'one'));
    await get('a');
    service.set('a', aRead('a', 'two', 2));
    state.now += 1001;

    const found = await Promise.all([get('a'), get('a'), get('a')]);
    await reader.whenRefreshed();

    expect(found.map(({ version }) => version)).toEqual([1, 1, 1]);
    expect([requests.length, (await get('a')).version]).toEqual([2, 2]);
  });
});

describe('includes', () => {
  it('that include themselves, or each other too deeply, are rejected as by the service', async () => {
    const { service, get } = aReader();
    service.set('a', aRead('a', '{{> a}}'));
    for (let level = 0; level < 7; level += 1) service.set(`l${level}`, aRead(`l${level}`, `{{> l${level + 1}}}`));
    service.set('l7', aRead('l7', 'end'));

    for (const [name, message] of [
      ['a', 'a is included more than 5 levels deep'],
      ['l0', 'l6 is included more than 5 levels deep'],
    ] as const) {
      await expect(get(name)).rejects.toMatchObject({
        code: 'includes_invalid',
        details: [{ path: 'includes', problem: 'too-deep', message }],
      });
    }
    expect((await get('l2')).render()).toBe('end');
  });

  it('are at most 100', async () => {
    const { service, get } = aReader();
    const names = Array.from({ length: 101 }, (_, index) => `p${index}`);
    for (const name of names) service.set(name, aRead(name, '.'));
    const includeAll = (count: number) =>
      names
        .slice(0, count)
        .map((name) => `{{> ${name}}}`)
        .join('');
    service.set('a', aRead('a', includeAll(100))).set('b', aRead('b', includeAll(101)));

    expect((await get('a')).render()).toBe('.'.repeat(100));
    await expect(get('b')).rejects.toMatchObject({ code: 'includes_invalid' });
  });
});
