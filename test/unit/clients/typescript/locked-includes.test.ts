import { describe, expect, it } from 'vitest';
import type { SnapshotFile } from '../../../../clients/typescript/src/snapshot/snapshot-file.ts';
import { SnapshotStore } from '../../../../clients/typescript/src/snapshot/snapshot-store.ts';
import { parseSnapshot, type Snapshot, serializeSnapshot } from '../../../../src/domain/snapshots/snapshot.ts';
import { aRead, lockedTo } from './a-read.ts';
import { aReader } from './a-reader.ts';

/** `reply` includes `tone`, which includes `voice`. Both have two versions, of which the second is served. */
function aLockedReply(...options: Parameters<typeof aReader>) {
  const reader = aReader(...options);
  const { service } = reader;
  for (const version of [1, 2]) {
    const tone = aRead('tone', `tone ${version} {{> voice}}`, version);
    const voice = aRead('voice', `voice ${version}`, version);
    service.set(`tone@${version}`, tone).set(`voice@${version}`, voice).set('tone', tone).set('voice', voice);
  }
  const lock = (includes: Readonly<Record<string, number>> | undefined) =>
    service.set('reply', aRead('reply', 'Dear, {{> tone}}', 1, includes && lockedTo(1, includes)));
  return { ...reader, lock };
}

describe('a prompt that was read by a locked label', () => {
  it('includes exactly the versions of the lock, also those that are included deeper', async () => {
    const { lock, get, requests } = aLockedReply();
    lock({ tone: 1, voice: 1 });

    const prompt = await get('reply');

    expect(prompt.render()).toBe('Dear, tone 1 voice 1');
    expect(prompt.includes).toEqual([
      { include: 'tone', promptId: 'id of tone', name: 'tone', version: 1, by: 'lock' },
      { include: 'voice', promptId: 'id of voice', name: 'voice', version: 1, by: 'lock' },
    ]);
    expect(requests).toEqual(['reply', 'tone@1', 'voice@1']);
  });

  it('stays in memory when what it includes changes', async () => {
    const { lock, get, change, requests } = aLockedReply();
    lock({ tone: 1, voice: 1 });
    await get('reply');
    const before = await get('reply');

    const marked = [change('version.published', { name: 'tone' }), change('label.moved', { name: 'voice' })];

    expect(marked).toEqual([[], []]);
    expect([await get('reply'), requests.length]).toEqual([before, 3]);
  });

  it('is read again when its label moves, even to the same version with another lock', async () => {
    const { lock, get, change, reader, requests, events } = aLockedReply();
    lock({ tone: 1, voice: 1 });
    const before = await get('reply');
    lock({ tone: 2, voice: 1 });

    change('label.moved', { name: 'reply', label: 'production', version: 1, previous: 1 });
    await reader.whenRefreshed();
    const after = await get('reply');

    expect([before.render(), after.render()]).toEqual(['Dear, tone 1 voice 1', 'Dear, tone 2 voice 1']);
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(requests).toEqual(['reply', 'tone@1', 'voice@1', 'reply', 'tone@2']);
    expect(events).toEqual([{ kind: 'updated', name: 'reply', selector: undefined, version: 1, previous: 1 }]);
  });

  it('cannot be rendered if the lock leads nowhere, whatever the includes select now', async () => {
    const { lock, get } = aLockedReply();
    lock({ tone: 1 });

    await expect(get('reply')).rejects.toMatchObject({
      code: 'includes_invalid',
      details: [{ path: 'includes', problem: 'not-found', message: 'voice has no version' }],
    });
  });

  it('does not lock what includes it', async () => {
    const { service, get } = aLockedReply();
    service.set('tone', aRead('tone', 'tone 2 {{> voice}}', 2, lockedTo(2, { voice: 1 })));
    service.set('reply', aRead('reply', 'Dear, {{> tone}}', 1));

    const prompt = await get('reply');

    expect(prompt.render()).toBe('Dear, tone 2 voice 2');
    expect(prompt.includes.map(({ by }) => by)).toEqual(['label', 'latest']);
  });
});

describe('when the protection of labels changes', () => {
  it('prompts with includes are read again, but neither versions nor prompts without any', async () => {
    const { lock, service, get, change, reader } = aLockedReply();
    lock(undefined);
    service.set('reply@1', aRead('reply', 'Dear, {{> tone@1}}', 1, { by: 'version', version: 1 }));
    service.set('plain', aRead('plain', 'Hi'));
    for (const name of ['reply', 'plain']) await get(name);
    await get('reply', 1);
    lock({ tone: 1, voice: 1 });

    const marked = change('protection.changed', { labels: ['production'], added: ['production'], removed: [] });
    await reader.whenRefreshed();

    expect(marked.toSorted()).toEqual(['reply', 'tone']);
    expect((await get('reply')).render()).toBe('Dear, tone 1 voice 1');
    lock(undefined);
    change('protection.changed', { labels: [], added: [], removed: ['production'] });
    await reader.whenRefreshed();
    expect((await get('reply')).render()).toBe('Dear, tone 2 voice 2');
  });

  it('a prompt that is being read is read again', async () => {
    const { lock, state, get, change } = aLockedReply();
    lock(undefined);
    state.beforeResponse = async () => {
      state.beforeResponse = async () => {};
      lock({ tone: 1, voice: 1 });
      change('protection.changed', { labels: ['production'], added: ['production'], removed: [] });
    };

    await get('reply');

    expect((await get('reply')).render()).toBe('Dear, tone 1 voice 1');
  });
});

/** A snapshot that goes through its text, as the file of another process would. */
function aFile(text?: string) {
  const file = { text };
  const stored: SnapshotFile = {
    path: 'file',
    read: async (url) => ({
      content: file.text === undefined ? { kind: 'absent' } : parseSnapshot(file.text, url),
      stamp: '',
    }),
    write: async (snapshot: Snapshot) => {
      file.text = serializeSnapshot(snapshot);
      return true;
    },
  };
  const store = new SnapshotStore(
    stored,
    'http://h',
    async () => 'ph_1',
    () => {},
  );
  return { file, store };
}

describe('a snapshot', () => {
  it('has the lock and the locked versions, so that a start without the service includes the same', async () => {
    const { file, store } = aFile();
    const { lock, get } = aLockedReply(undefined, store);
    lock({ tone: 1, voice: 1 });
    const before = await get('reply');
    await store.flush();

    const later = aReader(undefined, aFile(file.text).store);
    for (const key of ['reply', 'tone@1', 'voice@1']) later.fail(key);
    const prompt = await later.get('reply');

    expect([prompt.source, prompt.render()]).toEqual(['disk', 'Dear, tone 1 voice 1']);
    expect([prompt.fingerprint, prompt.includes]).toEqual([before.fingerprint, before.includes]);
  });

  it('that an older client wrote has no lock: its includes are those of its time', async () => {
    const { file, store } = aFile();
    const { lock, get } = aLockedReply(undefined, store);
    lock(undefined);
    await get('reply');
    await store.flush();
    const old = JSON.parse(file.text ?? '') as { entries: Record<string, { prompt: { resolved?: object } }> };
    for (const { prompt } of Object.values(old.entries)) delete prompt.resolved;

    const later = aReader(undefined, aFile(JSON.stringify(old)).store);
    for (const key of ['reply', 'tone', 'voice']) later.fail(key);

    expect(await later.get('reply')).toMatchObject({ source: 'disk', version: 1 });
    expect((await later.get('reply')).render()).toBe('Dear, tone 2 voice 2');
  });
});
