import { describe, expect, it } from 'vitest';
import { checkFeed, type FeedEvent, type StoredState } from '../../../tools/torture/checker/check-feed.ts';

const event = (id: string, type: string, data: FeedEvent['data']): FeedEvent => ({ id: `${id}-00000000`, type, data });

const moved = (label: string, previous: number | null, version: number | null, by = 'api') => ({
  label,
  previous,
  version,
  by,
});

/** A prompt with two versions and two moves of production, which was then protected, moved and no longer protected. */
const events: readonly FeedEvent[] = [
  event('1-1', 'prompt.created', { version: 1 }),
  event('1-2', 'label.moved', moved('production', null, 1)),
  event('2-1', 'version.published', { version: 2, hash: 'sha256:2' }),
  event('2-2', 'label.moved', moved('production', 1, 2)),
  event('3-1', 'protection.changed', {
    labels: ['production', 'staging'],
    added: ['production', 'staging'],
    removed: [],
  }),
  event('4-1', 'label.moved', moved('production', 2, 1, 'dashboard')),
  event('5-1', 'protection.changed', { labels: ['staging'], added: [], removed: ['production'] }),
];

const stored: StoredState = {
  revision: 5,
  versions: [
    { version: 1, hash: 'sha256:1' },
    { version: 2, hash: 'sha256:2' },
  ],
  moves: [moved('production', null, 1), moved('production', 1, 2), moved('production', 2, 1, 'dashboard')],
  protected: ['staging'],
};

const without = (id: string) => events.filter((each) => !each.id.startsWith(`${id}-`));
const replace = (id: string, data: FeedEvent['data']) =>
  events.map((each) => (each.id.startsWith(`${id}-`) ? { ...each, data: { ...each.data, ...data } } : each));

describe('the check of the feed', () => {
  it('accepts a feed that agrees with what is stored', () => {
    expect(checkFeed(events, stored)).toEqual([]);
  });

  it.each([
    ['an event of the last revision is missing', without('5-1'), stored],
    ['an event between others is missing', without('3-1'), stored],
    ['one of two events of a write is missing', without('2-2'), stored],
    ['the events of a version are missing', events.filter(({ id }) => !id.startsWith('2-')), stored],
    ['an event is there twice', [...events.slice(0, 3), ...events.slice(2)], stored],
    ['the account has another revision', events, { ...stored, revision: 6 }],
    ['a version is not stored', events, { ...stored, versions: stored.versions.slice(0, 1) }],
    ['a version has another hash', events, { ...stored, versions: [stored.versions[0], { version: 2, hash: 'x' }] }],
    ['a move is not stored', events, { ...stored, moves: stored.moves.slice(0, 2) }],
    ['a move of another label has no event', events, { ...stored, moves: [...stored.moves, moved('a', null, 1)] }],
    ['a move has another channel', replace('4-1', { by: 'api' }), stored],
    ['a move has another previous version', replace('2-2', { previous: null }), stored],
    ['other labels are protected', events, { ...stored, protected: [] }],
    ['a change of the protected labels does not follow', replace('5-1', { removed: [] }), stored],
    [
      'a change of the protected labels changes nothing',
      replace('5-1', { labels: ['production', 'staging'], removed: [] }),
      stored,
    ],
  ])('reports that %s', (_, feed, state) => {
    expect(checkFeed(feed, state as StoredState)).not.toEqual([]);
  });
});
