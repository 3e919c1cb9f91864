import { describe, expect, it } from 'vitest';
import {
  hasActivityFilters,
  readActivityFilters,
  writeActivityFilters,
} from '../../../../src/adapters/inbound/dashboard/web/api/activity/activity-filters.ts';
import {
  type ChangeEvent,
  mergeEvents,
} from '../../../../src/adapters/inbound/dashboard/web/api/activity/change-events.ts';
import {
  describeEvent,
  messageOf,
} from '../../../../src/adapters/inbound/dashboard/web/pages/activity/describe-event.ts';

const PROMPT_ID = 'p_1794744000000_a1b2c3';
const HASH = `sha256:${'ab'.repeat(32)}`;
const common = { id: '7-1-3f9c2a71', timestamp: '2026-11-15T12:00:00.000Z' } as const;
const prompt = { promptId: PROMPT_ID, name: 'support/reply', by: 'api' } as const;
const move = { ...prompt, label: 'production', version: 4, previous: 3, hash: HASH, message: 'shorter' } as const;
const publication = { ...prompt, version: 4, hash: HASH, message: '', restoredFrom: null } as const;

type DataOf<Type> = Extract<ChangeEvent, { type: Type }>['data'];

const event = <Type extends ChangeEvent['type']>(type: Type, data: DataOf<Type>): ChangeEvent =>
  ({ ...common, type, data }) as ChangeEvent;

const moved = (fields: Partial<DataOf<'label.moved'>>) => event('label.moved', { ...move, ...fields });

const protection = (added: string[], removed: string[]) =>
  event('protection.changed', { labels: added, added, removed, by: 'dashboard' });

const sentenceOf = (change: ChangeEvent): string =>
  describeEvent(change)
    .map(({ text }) => text)
    .join('');

describe('the sentence for an event', () => {
  it.each<[string, ChangeEvent]>([
    ['support/reply was created as a text prompt', event('prompt.created', { ...prompt, type: 'text', version: 1 })],
    [
      'support/reply was imported with 3 versions',
      event('prompt.created', { ...prompt, type: 'chat', version: 3, imported: true }),
    ],
    [
      'support/reply was imported with 1 version',
      event('prompt.created', { ...prompt, type: 'chat', version: 1, imported: true }),
    ],
    ['The tags of support/reply changed', event('prompt.changed', { ...prompt, changed: ['tags'] })],
    [
      'The description, tags and archive status of support/reply changed',
      event('prompt.changed', { ...prompt, changed: ['description', 'tags', 'archived'] }),
    ],
    [
      'old was renamed to support/reply',
      event('prompt.changed', { ...prompt, changed: ['name'], previousName: 'old' }),
    ],
    [
      'old was renamed to support/reply; its tags changed too',
      event('prompt.changed', { ...prompt, changed: ['name', 'tags'], previousName: 'old' }),
    ],
    ['Version 4 of support/reply was published', event('version.published', publication)],
    [
      'Version 4 of support/reply was published, restored from version 2',
      event('version.published', { ...publication, restoredFrom: 2 }),
    ],
    ['Version 4 of support/reply was imported', event('version.published', { ...publication, imported: true })],
    ['production of support/reply moved from version 3 to 4', moved({})],
    ['production of support/reply was set to version 4', moved({ previous: null })],
    [
      'production of support/reply was rolled back from version 4 to 3',
      moved({ version: 3, previous: 4, rollback: true }),
    ],
    ['The includes of production of support/reply were updated at version 4', moved({ previous: 4 })],
    [
      'The includes of production of support/reply were rolled back at version 4',
      moved({ previous: 4, rollback: true }),
    ],
    ['production was removed from support/reply; it pointed to version 3', moved({ version: null, hash: null })],
    ['support/reply was deleted with 4 versions', event('prompt.deleted', { ...prompt, latestVersion: 4 })],
    ['production is now protected', protection(['production'], [])],
    ['canary and staging are no longer protected', protection([], ['canary', 'staging'])],
    ['production is now protected; staging is no longer protected', protection(['production'], ['staging'])],
  ])('is: %s', (sentence, change) => {
    expect(sentenceOf(change)).toBe(sentence);
  });

  it('links to the prompt, and to the comparison of the versions', () => {
    expect(describeEvent(moved({ version: 2 })).flatMap(({ href }) => href ?? [])).toEqual([
      `/prompts/${PROMPT_ID}`,
      `/prompts/${PROMPT_ID}?tab=versions&from=2&to=3`,
    ]);
  });

  it('does not link to a prompt that was deleted', () => {
    const deleted = event('prompt.deleted', { ...prompt, latestVersion: 4 });

    expect(describeEvent(deleted).every(({ href }) => href === undefined)).toBe(true);
  });

  it('is followed by the message of the author', () => {
    expect(messageOf(moved({}))).toBe('shorter');
    expect(messageOf(protection(['production'], []))).toBe('');
  });
});

describe('the filters in the address of the activity page', () => {
  it.each(['', 'type=prompt.created&type=label.moved&prompt=support%2F*&label=production&label=staging'])(
    '?%s is preserved by reading and writing',
    (address) => {
      expect(writeActivityFilters(readActivityFilters(new URLSearchParams(address))).toString()).toBe(address);
    },
  );

  it('drops values that the API would reject', () => {
    const filters = readActivityFilters(new URLSearchParams('type=x&prompt=No+Name&label=latest&label=A&other=1'));

    expect(hasActivityFilters(filters)).toBe(false);
  });
});

describe('live and loaded events', () => {
  const withId = (id: string): ChangeEvent => ({ ...protection([], []), id });
  const merge = (live: string[], loaded: string[], hasNextPage: boolean) =>
    mergeEvents(live.map(withId), loaded.map(withId), hasNextPage).map(({ id }) => id);

  it('are shown newest first, each once', () => {
    expect(merge(['9-1-aaaaaaaa', '8-2-aaaaaaaa'], ['8-2-aaaaaaaa', '8-1-aaaaaaaa', '7-1-aaaaaaaa'], false)).toEqual([
      '9-1-aaaaaaaa',
      '8-2-aaaaaaaa',
      '8-1-aaaaaaaa',
      '7-1-aaaaaaaa',
    ]);
  });

  it('are ordered by number, not by text', () => {
    expect(merge(['10-1-aaaaaaaa', '9-10-aaaaaaaa'], ['9-9-aaaaaaaa'], false)).toEqual([
      '10-1-aaaaaaaa',
      '9-10-aaaaaaaa',
      '9-9-aaaaaaaa',
    ]);
  });

  it('leave no gap: a live event that belongs to a page that is not loaded is left out', () => {
    expect(merge(['9-1-aaaaaaaa', '5-1-aaaaaaaa'], ['8-1-aaaaaaaa'], true)).toEqual(['9-1-aaaaaaaa', '8-1-aaaaaaaa']);
    expect(merge(['5-1-aaaaaaaa'], ['8-1-aaaaaaaa'], false)).toEqual(['8-1-aaaaaaaa', '5-1-aaaaaaaa']);
  });
});
