import { describe, expect, it } from 'vitest';
import { ALL_CHANGES } from '../../../../../src/domain/changes/change-filter.ts';
import { parseChangeId } from '../../../../../src/domain/changes/change-id.ts';
import { invariant } from '../../../../../src/domain/invariant.ts';
import { STAGING } from '../../../../support/builders/a-prompt.ts';
import { ADAS_ID, aWatch, FakeCredential, RecordingStream } from '../../../../support/builders/a-watch.ts';
import { aChange, aLabelMove, ChangeList } from '../../../../support/builders/some-changes.ts';

const changesTo = (count: number) => Array.from({ length: count }, (_, index) => aChange(index + 1));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function start(count: number) {
  const list = new ChangeList(changesTo(count));
  const credential = new FakeCredential(list);
  return { list, credential, ...aWatch(list) };
}

const emptyFeed = parseChangeId('0-0-00000000');
invariant(emptyFeed !== undefined, 'the beginning of a feed is a position');

describe('a stream that resumes', () => {
  it('gets everything it has missed, oldest first, a hundred at a time', async () => {
    const { credential, add, watch } = start(250);
    const stream = new RecordingStream(credential);

    add(stream, { position: emptyFeed });
    await watch.idle();

    expect(stream.log).toEqual(range(1, 250));
    expect(stream.pages.map(({ count }) => count)).toEqual([100, 100, 50]);
    // Before every page.
    expect(credential.checks).toBe(3);
  });

  it('gets the next page only when the previous one was sent', async () => {
    const { credential, add, watch, tick, wake } = start(250);
    const stream = new RecordingStream(credential);
    stream.isDrained = true;
    stream.send = new Proxy(stream.send, {
      apply: (send, self, args: Parameters<typeof stream.send>) => {
        stream.isDrained = false;
        return Reflect.apply(send, self, args);
      },
    });

    const subscription = add(stream, { position: emptyFeed });
    await watch.idle();
    await tick();
    await wake();
    expect(stream.log).toEqual(range(1, 100));

    stream.isDrained = true;
    watch.resume(subscription);
    await watch.idle();
    expect(stream.log).toEqual(range(1, 200));
  });

  it('becomes live when it has caught up, and then gets changes even if it does not read', async () => {
    const { list, credential, add, watch, tick } = start(150);
    const stream = new RecordingStream(credential);
    add(stream, { position: emptyFeed });
    await watch.idle();
    await tick();
    stream.isDrained = false;

    list.write();
    await tick();

    expect(stream.pages.at(-1)).toEqual({ count: 1, isLive: true });
    expect(stream.pages.slice(0, -1).every(({ isLive }) => !isLive)).toBe(true);
  });

  it('waits again for its client after so many changes that they do not fit into a page', async () => {
    const { list, credential, add, feed, tick } = start(1);
    const stream = new RecordingStream(credential);
    add(stream, await feed.newest(ADAS_ID));
    await tick();
    stream.isDrained = false;

    list.changes = changesTo(301);
    list.revision = 301;
    await tick();

    expect(stream.log).toEqual(range(2, 101));
  });

  it('shares the work with others: many positions of one account are all served', async () => {
    const { list, credential, add, feed, watch } = start(0);
    const streams = [];
    for (let revision = 1; revision <= 30; revision += 1) {
      list.write();
      const stream = new RecordingStream(credential);
      streams.push(stream);
      add(stream, { position: (await feed.newest(ADAS_ID)).position });
    }
    await watch.idle();

    expect(streams.map(({ log }) => log)).toEqual(range(1, 30).map((revision) => range(revision + 1, 30)));
  });
});

describe('a stream with a narrow filter', () => {
  it('advances its position now and then, although nothing matches', async () => {
    const { list, credential, add, watch, tick } = start(150);
    const filter = { ...ALL_CHANGES, labels: [STAGING] };
    const stream = new RecordingStream(credential, ADAS_ID, filter);
    add(stream, { position: emptyFeed });
    await watch.idle();
    expect(stream.log).toEqual(['at 100']);

    list.write(aLabelMove({ label: STAGING }));
    list.write(aLabelMove(), 100);
    await tick();
    list.write(aLabelMove(), 48);
    await tick();

    expect(stream.log).toEqual(['at 100', 151]);
  });
});

describe('a stream whose position is gone', () => {
  it('gets a reset, and then what follows', async () => {
    const { list, credential, add, watch, tick } = start(3);
    list.changes.shift();
    const stream = new RecordingStream(credential);
    add(stream, { position: emptyFeed });
    await watch.idle();
    list.write();

    await tick();

    expect(stream.log).toEqual(['reset 3', 4]);
  });

  it('gets a reset when a failover has lost changes that it was sent', async () => {
    const { list, credential, add, feed, tick } = start(3);
    const stream = new RecordingStream(credential);
    add(stream, await feed.newest(ADAS_ID));
    await tick();
    list.changes.pop();
    list.revision = 2;

    await tick();
    list.write(aLabelMove({ message: 'another' }));
    await tick();

    expect(stream.log).toEqual(['reset 2', 3]);
  });

  it('gets a reset when the lost revisions were used again in the meantime', async () => {
    const { list, credential, add, feed, tick } = start(3);
    const stream = new RecordingStream(credential);
    add(stream, await feed.newest(ADAS_ID));
    await tick();
    list.changes = [...changesTo(2), aChange(3, 1, aLabelMove({ message: 'another' })), aChange(4)];
    list.revision = 4;

    await tick();

    expect(stream.log).toEqual(['reset 4']);
  });
});
