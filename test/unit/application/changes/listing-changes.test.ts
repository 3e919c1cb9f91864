import { describe, expect, it } from 'vitest';
import { sha256ContentHashing as hashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { presentChange } from '../../../../src/application/changes/change-event.ts';
import { EXAMINED_MAX } from '../../../../src/application/changes/examine-changes.ts';
import { ListChanges } from '../../../../src/application/changes/list-changes.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { Change } from '../../../../src/domain/changes/change.ts';
import { ALL_CHANGES, type ChangeFilter } from '../../../../src/domain/changes/change-filter.ts';
import { parseChangeId } from '../../../../src/domain/changes/change-id.ts';
import { STAGING } from '../../../support/builders/a-prompt.ts';
import { aChange, aLabelMove, ChangeList } from '../../../support/builders/some-changes.ts';

const OWNER = 'u_1794744000000_a1b2c3' as AccountId;

const idOf = (change: Change): string => presentChange(change, hashing).id;

const onlyStaging: ChangeFilter = { ...ALL_CHANGES, labels: [STAGING] };

async function list(feed: ChangeList, { before = '', filter = ALL_CHANGES, limit = 50 } = {}) {
  const { events, next, position } = await new ListChanges(feed, hashing).execute(
    OWNER,
    parseChangeId(before),
    filter,
    limit,
  );
  return { ids: events.map(({ id }) => id), next, position };
}

describe('listing changes', () => {
  const [first, second, third] = [aChange(1), aChange(2, 1), aChange(2, 2)];

  it('returns the newest first, and the newest as the position to follow from', async () => {
    expect(await list(new ChangeList([first, second, third]))).toEqual({
      ids: [third, second, first].map(idOf),
      next: undefined,
      position: idOf(third),
    });
  });

  it('divides the list into pages without gaps', async () => {
    const feed = new ChangeList([first, second, third]);

    const page = await list(feed, { limit: 2 });

    expect(page).toEqual({ ids: [idOf(third), idOf(second)], next: idOf(second), position: idOf(third) });
    expect(await list(feed, { limit: 2, before: page.next })).toEqual({
      ids: [idOf(first)],
      next: undefined,
      position: idOf(first),
    });
  });

  it('knows that a full page is the last one', async () => {
    expect(await list(new ChangeList([first, second]), { limit: 2 })).toMatchObject({ next: undefined });
  });

  it('of an account without changes is empty, and has the position of an empty feed', async () => {
    expect(await list(new ChangeList([], 3))).toEqual({ ids: [], next: undefined, position: '3-0-00000000' });
  });

  it('before a change that was deleted is empty', async () => {
    const feed = new ChangeList([second, third]);

    expect(await list(feed, { before: idOf(first) })).toEqual({ ids: [], next: undefined, position: idOf(first) });
  });

  it('is not disturbed by changes that are written between two pages', async () => {
    const feed = new ChangeList([first, second]);
    const page = await list(feed, { limit: 1 });
    feed.changes.push(aChange(3));

    expect(await list(feed, { limit: 1, before: page.next })).toMatchObject({ ids: [idOf(first)] });
  });

  it('with a filter reports the newest change of all as its position', async () => {
    const staging = aChange(1, 1, aLabelMove({ label: STAGING }));

    expect(await list(new ChangeList([staging, second, third]), { filter: onlyStaging })).toEqual({
      ids: [idOf(staging)],
      next: undefined,
      position: idOf(third),
    });
  });

  it('examines a bounded number of changes, and still makes progress', async () => {
    const rare = aChange(1, 1, aLabelMove({ label: STAGING }));
    const others = Array.from({ length: 5000 }, (_, index) => aChange(index + 2));
    const feed = new ChangeList([rare, ...others]);
    const pages = [];

    for (let before: string | undefined = ''; before !== undefined; ) {
      feed.readCount = 0;
      const page: Awaited<ReturnType<typeof list>> = await list(feed, { before, filter: onlyStaging });
      expect(feed.readCount).toBeLessThanOrEqual(EXAMINED_MAX);
      pages.push(page.ids);
      before = page.next;
    }

    expect(pages).toEqual([[], [], [idOf(rare)]]);
  });
});
