import { describe, expect, it } from 'vitest';
import type { NotifiedStream } from '../../../../../src/application/changes/watch/change-stream.ts';
import { NotificationSubscription } from '../../../../../src/application/changes/watch/notification-subscription.ts';
import type { StreamCredential } from '../../../../../src/application/changes/watch/stream-credential.ts';
import type { ChangeContent } from '../../../../../src/domain/changes/change.ts';
import { PRODUCTION } from '../../../../support/builders/a-prompt.ts';
import { ADAS_ID, aWatch, FakeCredential } from '../../../../support/builders/a-watch.ts';
import { aChange, aLabelMove, ChangeList } from '../../../../support/builders/some-changes.ts';

/** Pauses after each notification until a test lets it continue. */
class PausingStream implements NotifiedStream {
  readonly owner = ADAS_ID;
  readonly log: string[] = [];
  canNotify = true;

  constructor(readonly credential: StreamCredential) {}

  notify(): void {
    this.canNotify = false;
    this.log.push('changed');
  }

  end(reason: 'revoked' | 'failed'): void {
    this.log.push(reason);
  }
}

const aProtection: ChangeContent = {
  type: 'protection.changed',
  data: { labels: [PRODUCTION], added: [PRODUCTION], removed: [], by: 'dashboard' },
};

async function start() {
  const list = new ChangeList([aChange(1)]);
  const credential = new FakeCredential(list);
  const parts = aWatch(list);
  const stream = new PausingStream(credential);
  const subscription = new NotificationSubscription(stream, await parts.feed.newest(ADAS_ID));
  parts.watch.add(subscription);
  await parts.watch.idle();
  const resume = async () => {
    stream.canNotify = true;
    parts.watch.resume(subscription);
    await parts.watch.idle();
  };
  return { list, credential, stream, write: list.write, resume, ...parts };
}

describe('a stream of notifications', () => {
  it('gets one for everything that a tick finds, and none without a change', async () => {
    const { stream, write, tick } = await start();
    await tick();
    expect(stream.log).toEqual([]);

    write();
    write();
    await tick();

    expect(stream.log).toEqual(['changed']);
  });

  it('gets one for more changes than fit into a page', async () => {
    const { stream, write, tick, resume } = await start();

    write(aLabelMove(), 250);
    await tick();
    await resume();
    await tick();

    expect(stream.log).toEqual(['changed']);
  });

  it('gets one for changes during a pause, after the pause', async () => {
    const { stream, write, wake, tick, resume } = await start();
    write();
    await wake();
    write();
    await wake();
    write();
    await tick();
    expect(stream.log).toEqual(['changed']);

    await resume();
    await resume();

    expect(stream.log).toEqual(['changed', 'changed']);
  });

  it('gets none for a change of protected labels, unless a prompt changed as well', async () => {
    const { stream, write, wake } = await start();
    write(aProtection);
    await wake();
    expect(stream.log).toEqual([]);

    write();
    write(aProtection, 120);
    await wake();

    expect(stream.log).toEqual(['changed']);
  });

  it('gets one when changes are missing from the feed', async () => {
    const { list, stream, tick } = await start();
    list.changes = [aChange(7)];
    list.revision = 7;

    await tick();

    expect(stream.log).toEqual(['changed']);
  });

  it('ends with its key, also during a pause, and gets nothing afterwards', async () => {
    const { credential, stream, write, wake, resume } = await start();
    write();
    await wake();
    write();
    credential.isValid = false;
    await resume();
    write();
    await wake();

    expect(stream.log).toEqual(['changed', 'revoked']);
  });
});
