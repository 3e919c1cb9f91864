import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256ContentHashing as hashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { presentChange } from '../../../../src/application/changes/change-event.ts';
import type { Change, ChangeContent } from '../../../../src/domain/changes/change.ts';
import { PRODUCTION, toName } from '../../../support/builders/a-prompt.ts';
import { aChange, aLabelMove, HASH, PROMPT_ID } from '../../../support/builders/some-changes.ts';

const present = (change: Change) => presentChange(change, hashing);

const prompt = { promptId: PROMPT_ID, name: toName('support/reply'), by: 'api' } as const;

const contents: readonly ChangeContent[] = [
  { type: 'prompt.created', data: { ...prompt, type: 'text', version: 1 } },
  { type: 'prompt.changed', data: { ...prompt, changed: ['tags'] } },
  { type: 'prompt.changed', data: { ...prompt, changed: ['name'], previousName: toName('old') } },
  { type: 'version.published', data: { ...prompt, version: 2, hash: HASH, message: 'why', restoredFrom: null } },
  aLabelMove(),
  aLabelMove({ imported: true }),
  { type: 'prompt.deleted', data: { ...prompt, latestVersion: 2 } },
  { type: 'protection.changed', data: { labels: [PRODUCTION], added: [PRODUCTION], removed: [], by: 'dashboard' } },
];

describe('an event', () => {
  it('has its fields in the documented order', () => {
    const event = present(aChange(184));

    expect(JSON.stringify(event)).toBe(
      JSON.stringify({
        id: event.id,
        type: 'label.moved',
        timestamp: '2026-11-15T12:00:00.184Z',
        data: {
          promptId: PROMPT_ID,
          name: 'support/reply',
          label: 'production',
          version: 4,
          previous: 3,
          hash: HASH,
          by: 'dashboard',
          message: 'shorter',
        },
      }),
    );
  });

  it('has the beginning of the hash of its canonical form in its id', () => {
    const canonical =
      `{"data":{"by":"dashboard","hash":"${HASH}","label":"production","message":"shorter","name":"support/reply",` +
      `"previous":3,"promptId":"${PROMPT_ID}","version":4},"timestamp":"2026-11-15T12:00:00.184Z","type":"label.moved"}`;
    const digest = createHash('sha256').update(canonical).digest('hex');

    expect(present(aChange(184, 2)).id).toBe(`184-2-${digest.slice(0, 8)}`);
  });

  it.each(contents)('shows exactly what was recorded of $type', (content) => {
    expect(present(aChange(1, 1, content))).toMatchObject({ type: content.type });
    expect(present(aChange(1, 1, content)).data).toEqual(content.data);
  });

  it('has the same id however a storage orders its fields', () => {
    const { type, data } = aLabelMove();
    const reversed = Object.fromEntries(Object.entries(data).reverse());
    const other = { type, data: { ...reversed, imported: undefined } } as unknown as ChangeContent;

    expect(JSON.stringify(present(aChange(1, 1, other)))).toBe(JSON.stringify(present(aChange(1))));
  });

  it('has another id if anything about it differs', () => {
    const change = aChange(1);
    const ids = [
      ...contents.map((content) => aChange(1, 1, content)),
      { ...change, at: new Date(change.at.getTime() + 1) },
      aChange(1, 1, aLabelMove({ message: 'longer' })),
      aChange(1, 1, aLabelMove({ version: null, hash: null })),
    ].map((each) => present(each).id);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
