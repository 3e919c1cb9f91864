import { describe, expect, it } from 'vitest';
import { KeyringReplaced } from '../../../../../src/application/ports/secrets.ts';
import { StorageUnavailable } from '../../../../../src/application/ports/storage/storage-unavailable.ts';
import type { AccountId } from '../../../../../src/domain/accounts/account.ts';
import type { KeyDigest } from '../../../../../src/domain/accounts/api-key.ts';
import { ALL_CHANGES } from '../../../../../src/domain/changes/change-filter.ts';
import { STAGING } from '../../../../support/builders/a-prompt.ts';
import { ADAS_ID, aWatch, FakeCredential, RecordingStream } from '../../../../support/builders/a-watch.ts';
import { aChange, aLabelMove, ChangeList } from '../../../../support/builders/some-changes.ts';

function start(count = 1) {
  const list = new ChangeList(Array.from({ length: count }, (_, index) => aChange(index + 1)));
  const credential = new FakeCredential(list);
  const parts = aWatch(list);
  /** Opens a stream at the newest change. */
  const open = async (stream = new RecordingStream(credential)) => {
    const subscription = parts.add(stream, await parts.feed.newest(stream.owner));
    await parts.watch.idle();
    return { stream, subscription };
  };
  return { list, credential, write: list.write, open, ...parts };
}

const outage = () => new StorageUnavailable('storage', 'connection refused');

describe('a tick', () => {
  it('sends what has changed since the last one', async () => {
    const { open, write, tick } = start();
    const { stream } = await open();

    await tick();
    write();
    write();
    await tick();
    await tick();

    expect(stream.log).toEqual([2, 3]);
  });

  it('reads the feed only if the revision has moved', async () => {
    const { list, open, tick } = start();
    await open();
    const readsBefore = list.readCount;

    await tick();
    await tick();

    expect(list.readCount).toBe(readsBefore);
  });

  it('looks up a key and reads the feed once for all its streams', async () => {
    const { list, credential, open, write, tick } = start();
    const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
    await tick();
    credential.checks = 0;
    write();
    const readsBefore = list.readCount;

    await tick();

    expect(list.readCount - readsBefore).toBe(1);
    // Once to learn of the revision, and once after the feed was read.
    expect(credential.checks).toBe(2);
    expect(streams.every(({ stream }) => stream.log.join() === '2')).toBe(true);
  });

  it('sends only what matches the filter', async () => {
    const { credential, open, write, tick } = start();
    const filter = { ...ALL_CHANGES, labels: [STAGING] };
    const { stream } = await open(new RecordingStream(credential, ADAS_ID, filter));

    write();
    write(aLabelMove({ label: STAGING }));
    write();
    await tick();

    expect(stream.log).toEqual([3]);
  });

  it('checks 8 accounts at a time, and none twice at the same time', async () => {
    const { list, open, watch } = start();
    let running = 0;
    let runningMax = 0;
    const release = Promise.withResolvers<void>();
    for (let index = 0; index < 20; index += 1) {
      const credential = new FakeCredential(list);
      credential.duringCheck = async () => {
        running += 1;
        runningMax = Math.max(runningMax, running);
        await release.promise;
        running -= 1;
      };
      await open(new RecordingStream(credential, `u_${index}` as AccountId));
    }

    for (let round = 0; round < 3; round += 1) watch.tick();
    await new Promise(setImmediate);
    expect(running).toBe(8);
    release.resolve();
    await watch.idle();

    expect(runningMax).toBe(8);
  });

  it('has nothing to do for streams that were closed', async () => {
    const { credential, open, watch, tick } = start();
    const { subscription } = await open();
    watch.remove(subscription);
    watch.remove(subscription);
    credential.checks = 0;

    await tick();

    expect(credential.checks).toBe(0);
  });
});

describe('a write by this instance', () => {
  it('is sent without a tick', async () => {
    const { open, write, wake } = start();
    const { stream } = await open();

    write();
    await wake();

    expect(stream.log).toEqual([2]);
  });

  it('is sent even if it comes in the middle of a check', async () => {
    const { list, open, write, watch, tick } = start();
    const { stream } = await open();
    write();
    list.afterRead = () => {
      list.afterRead = () => {};
      write();
      watch.wake(ADAS_ID);
    };

    await tick();

    expect(stream.log).toEqual([2, 3]);
  });
});

describe('an invalid key', () => {
  it('ends its streams', async () => {
    const { list, credential, open, tick } = start();
    const other = await open(new RecordingStream(new FakeCredential(list, 'session 1')));
    const streams = [await open(), await open()];
    credential.isValid = false;

    await tick();

    expect(streams.map(({ stream }) => stream.log)).toEqual([['revoked'], ['revoked']]);
    expect(other.stream.log).toEqual([]);
  });

  it('gets no change that was made after its reset, even if the feed was being read', async () => {
    const { list, credential, open, write, wake } = start();
    const { stream } = await open();
    list.afterRead = () => {
      list.afterRead = () => {};
      credential.isValid = false;
      write();
    };

    await wake();

    expect(stream.log).toEqual(['revoked']);
  });

  it('gets nothing that was read but not sent before its reset', async () => {
    const { list, credential, open, write, wake } = start();
    const { stream } = await open();
    write();
    list.afterRead = () => {
      credential.isValid = false;
    };

    await wake();

    expect(stream.log).toEqual(['revoked']);
  });

  it('gets no change that was made while it was looked up', async () => {
    const { credential, open, write, tick } = start();
    const { stream } = await open();
    credential.duringCheck = () => {
      credential.isValid = false;
      write();
    };

    await tick();
    await tick();

    expect(stream.log).toEqual(['revoked']);
  });

  it('ends its streams even while the feed cannot be read', async () => {
    const { list, credential, open, wake, report } = start();
    const { stream } = await open();
    credential.isValid = false;
    list.afterRead = () => {
      throw outage();
    };

    await wake();

    expect(stream.log).toEqual(['revoked']);
    expect(report.outages).toHaveLength(1);
  });

  it('ends its streams when this instance has replaced it, before anything is sent', async () => {
    const { list, open, write, watch, wake } = start();
    const credential = new FakeCredential(list, 'key abc');
    const { stream } = await open(new RecordingStream(credential));
    write();
    // Valid when the storage looked it up, replaced before the reply arrived.
    credential.duringCheck = () => watch.revokeKey(ADAS_ID, 'abc' as KeyDigest);

    await wake();

    expect(stream.log).toEqual(['revoked']);
  });
});

describe('an outage', () => {
  it.each([
    ['of the storage', outage()],
    ['because the keyring was replaced', new KeyringReplaced()],
  ])('%s ends no stream, and everything is sent after it', async (_kind, failure) => {
    const { credential, open, write, tick, wake, report } = start();
    const { stream } = await open();
    credential.failure = failure;
    write();
    await wake();
    await tick();
    expect(stream.log).toEqual([]);
    expect(report.outages).toEqual([failure, failure]);

    credential.failure = undefined;
    await tick();

    expect(stream.log).toEqual([2]);
  });

  it('while the feed is read delays what is sent', async () => {
    const { list, open, write, tick, wake } = start();
    const { stream } = await open();
    write();
    list.afterRead = () => {
      throw outage();
    };
    await wake();
    expect(stream.log).toEqual([]);

    list.afterRead = () => {};
    await tick();

    expect(stream.log).toEqual([2]);
  });
});

describe('an unexpected failure', () => {
  it('ends the streams of its account only', async () => {
    const { list, credential, open, write, tick, report } = start();
    const failing = await open();
    const other = await open(new RecordingStream(new FakeCredential(list), 'u_2' as AccountId));
    const failure = new Error('a bug');
    credential.failure = failure;
    write();

    await tick();

    expect(report.failures).toEqual([failure]);
    expect(failing.stream.log).toEqual(['failed']);
    expect(other.stream.log).toEqual([2]);
  });
});
