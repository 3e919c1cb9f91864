import { describe, expect, it } from 'vitest';
import { sha256ContentHashing as hashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { presentChange } from '../../../../src/application/changes/change-event.ts';
import { EXAMINED_MAX } from '../../../../src/application/changes/examine-changes.ts';
import { FollowChanges, type ResumePoint } from '../../../../src/application/changes/follow-changes.ts';
import { ReadFeed } from '../../../../src/application/changes/watch/read-feed.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { Change } from '../../../../src/domain/changes/change.ts';
import { ALL_CHANGES, type ChangeFilter } from '../../../../src/domain/changes/change-filter.ts';
import { parseChangeId } from '../../../../src/domain/changes/change-id.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import { noon, PRODUCTION, STAGING } from '../../../support/builders/a-prompt.ts';
import { aChange, aLabelMove, ChangeList } from '../../../support/builders/some-changes.ts';

const OWNER = 'u_1794744000000_a1b2c3' as AccountId;

const idOf = (change: Change): string => presentChange(change, hashing).id;

function point(text: string): ResumePoint {
  const id = parseChangeId(text);
  invariant(id !== undefined, `${text} is an id`);
  return id;
}

const from = (change: Change): ResumePoint => point(idOf(change));

const onlyStaging: ChangeFilter = { ...ALL_CHANGES, labels: [STAGING] };

function follow(feed: ChangeList, from: ResumePoint, { filter = ALL_CHANGES, limit = 50 } = {}) {
  return new FollowChanges(feed, hashing).execute(OWNER, from, filter, limit);
}

async function followed(...parameters: Parameters<typeof follow>) {
  const outcome = await follow(...parameters);
  invariant(outcome.kind === 'followed', 'the position was accepted');
  return { ids: outcome.events.map(({ id }) => id), position: outcome.position, isEnd: outcome.isEnd };
}

const numbered = (count: number, label = PRODUCTION) =>
  Array.from({ length: count }, (_, index) => aChange(index + 1, 1, aLabelMove({ label })));

describe('following changes', () => {
  const [first, second, third] = [aChange(1), aChange(2, 1), aChange(2, 5)];

  it('returns what comes after a change, oldest first', async () => {
    const feed = new ChangeList([first, second, third]);

    expect(await followed(feed, from(first))).toEqual({
      ids: [idOf(second), idOf(third)],
      position: idOf(third),
      isEnd: true,
    });
  });

  it('begins with the oldest change that is stored', async () => {
    const feed = new ChangeList([second, third]);

    expect(await followed(feed, 'oldest')).toMatchObject({ ids: [idOf(second), idOf(third)], isEnd: true });
  });

  it('stays where it is at the end of the feed', async () => {
    const feed = new ChangeList([first, second]);

    expect(await followed(feed, from(second))).toEqual({ ids: [], position: idOf(second), isEnd: true });
  });

  it('divides the feed into pages without gaps', async () => {
    const feed = new ChangeList([first, second, third]);

    expect(await followed(feed, 'oldest', { limit: 2 })).toEqual({
      ids: [idOf(first), idOf(second)],
      position: idOf(second),
      isEnd: false,
    });
    expect(await followed(feed, from(second), { limit: 2 })).toMatchObject({ ids: [idOf(third)], isEnd: true });
  });

  it('knows that a full page is the last one', async () => {
    expect(await followed(new ChangeList([first, second]), 'oldest', { limit: 2 })).toMatchObject({ isEnd: true });
  });

  it('advances past changes that do not match', async () => {
    const staging = aChange(3, 1, aLabelMove({ label: STAGING }));
    const last = aChange(4);
    const feed = new ChangeList([first, second, staging, last]);

    expect(await followed(feed, from(first), { filter: onlyStaging })).toEqual({
      ids: [idOf(staging)],
      position: idOf(last),
      isEnd: true,
    });
  });

  it('ends a filtered page at its last match', async () => {
    const staging = [2, 4, 6].map((revision) => aChange(revision, 1, aLabelMove({ label: STAGING })));
    const feed = new ChangeList([first, ...staging, aChange(7)]);

    const page = await followed(feed, 'oldest', { filter: onlyStaging, limit: 2 });

    expect(page).toEqual({
      ids: staging.slice(0, 2).map(idOf),
      position: staging.slice(1, 2).map(idOf)[0],
      isEnd: false,
    });
  });

  it('examines a bounded number of changes, and still makes progress', async () => {
    const rare = aChange(5001, 1, aLabelMove({ label: STAGING }));
    const feed = new ChangeList([...numbered(5000), rare]);
    const pages = [];

    for (let from: ResumePoint = 'oldest'; ; ) {
      feed.readCount = 0;
      const page = await followed(feed, from, { filter: onlyStaging });
      expect(feed.readCount).toBeLessThanOrEqual(EXAMINED_MAX);
      pages.push(page);
      if (page.isEnd) break;
      from = point(page.position);
    }

    expect(pages.map(({ ids }) => ids)).toEqual([[], [], [idOf(rare)]]);
    expect(pages.at(-1)?.position).toBe(idOf(rare));
  });

  it('reads no more than a page and one change without a filter', async () => {
    const feed = new ChangeList(numbered(1000));

    await followed(feed, 'oldest', { limit: 20 });

    expect(feed.readCount).toBe(21);
  });

  it('ends the page if changes are deleted while it is read', async () => {
    const feed = new ChangeList(numbered(1500));
    feed.afterRead = () => {
      feed.changes = feed.changes.slice(-10);
    };

    const page = await followed(feed, 'oldest', { filter: onlyStaging });

    expect(page).toMatchObject({ ids: [], isEnd: false });
    expect(await follow(feed, point(page.position))).toEqual({ kind: 'gone' });
  });
});

describe('a resume point', () => {
  const [first, second] = [aChange(8), aChange(9)];

  it('is gone once its change is deleted, but not when it is the oldest one stored', async () => {
    const feed = new ChangeList([first, second, aChange(10)]);
    await feed.deleteBefore(noon(9));

    expect(await follow(feed, from(first))).toEqual({ kind: 'gone' });
    expect(await follow(feed, from(second))).toMatchObject({ kind: 'followed' });
  });

  it('is gone if another change has its position', async () => {
    const feed = new ChangeList([first, aChange(9, 1, aLabelMove({ message: 'written after the failover' }))]);

    expect(await follow(feed, from(second))).toEqual({ kind: 'gone' });
  });

  it.each(['10-1-00000000', '9-2-00000000', '7-1-00000000'])('is gone if it never existed: %s', async (text) => {
    expect(await follow(new ChangeList([first, second]), point(text))).toEqual({ kind: 'gone' });
  });

  it.each([
    ['7-0-00000000', 'followed'],
    ['8-0-00000000', 'followed'],
    ['9-0-00000000', 'followed'],
    ['6-0-00000000', 'gone'],
    ['0-0-00000000', 'gone'],
    ['10-0-00000000', 'gone'],
    ['7-0-00000001', 'gone'],
  ])('of a feed that was empty, %s, is %s if the oldest change has revision 8 and the newest 9', async (text, kind) => {
    expect(await follow(new ChangeList([first, second]), point(text))).toMatchObject({ kind });
  });

  it('of an empty feed is followed by its first change', async () => {
    expect(await followed(new ChangeList([first, second]), point('7-0-00000000'))).toMatchObject({
      ids: [idOf(first), idOf(second)],
    });
  });

  it.each([
    ['7-0-00000000', 'followed'],
    ['6-0-00000000', 'gone'],
    ['8-0-00000000', 'gone'],
    ['7-1-00000000', 'gone'],
  ])('%s is %s in an empty feed at revision 7', async (text, kind) => {
    expect(await follow(new ChangeList([], 7), point(text))).toMatchObject({ kind });
  });

  it('of an empty feed is the position of an account without changes', async () => {
    const feed = new ChangeList([], 7);

    expect(await followed(feed, 'oldest')).toEqual({ ids: [], position: '7-0-00000000', isEnd: true });
    expect(await followed(feed, point('7-0-00000000'))).toMatchObject({ position: '7-0-00000000' });
  });
});

describe('the newest position', () => {
  const newest = aChange(2, 3);

  it.each([
    ['the newest change', new ChangeList([aChange(1), newest]), idOf(newest)],
    ['the beginning of a feed without changes', new ChangeList([], 7), '7-0-00000000'],
  ])('is %s', async (_, feed, id) => {
    const { position } = await new ReadFeed(feed, hashing).newest(OWNER);

    expect(position.id).toBe(id);
  });
});
