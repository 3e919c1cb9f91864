import { describe, expect, it, onTestFinished } from 'vitest';
import { ImportChecks } from '../../../../src/adapters/inbound/api/import/import-checks.ts';
import { ImportThread } from '../../../../src/adapters/inbound/api/import/import-thread.ts';
import {
  writeMetadata,
  writeMove,
  writeVersion,
} from '../../../../src/adapters/inbound/api/prompts/operations/transfer-document.ts';
import { IMPORT_LIMITS } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';
import { KeyedLimiter } from '../../../../src/adapters/limits/keyed-limiter.ts';
import { systemClock } from '../../../../src/adapters/outbound/host/system-environment.ts';
import type { ImportedPrompt } from '../../../../src/application/prompts/import-export/imported-prompt.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { Author } from '../../../support/builders/an-author.ts';

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** The export of a prompt with some versions of this many characters, and of a prompt that includes it. */
async function anExport(versions: number, characters: number) {
  const author = new Author();
  await author.mustCreate('part', `${'x'.repeat(characters)} {{a}}`, { labels: ['production'] });
  for (let count = 1; count < versions; count += 1) {
    await author.mustPublish('part', `${count} ${'x'.repeat(characters)} {{a}}`, { labels: ['production'] });
  }
  await author.mustCreate('whole', '{{> part@production}}');
  const prompts = (await author.export()).map(({ prompt, versions, moves }) => ({
    ...writeMetadata(prompt),
    versions: versions.map(writeVersion),
    history: moves.map(writeMove),
  }));
  return { data: { format: 'prompthold-export', version: 1, prompts } };
}

const readAll = (bytes: Uint8Array, checks = new ImportChecks(systemClock)) =>
  checks.use('u_ada' as AccountId, bytes, 'document', async (sources) => {
    const read: (ImportedPrompt & { head: unknown })[] = [];
    for (const { head, read: load } of sources) read.push({ ...(await load()), head });
    return read;
  });

describe('the check of an import', () => {
  it('returns the same prompts from the thread for large texts, part by part, as for small ones', async () => {
    const versions = 12;
    const [large, small] = [await anExport(versions, 100_000), await anExport(versions, 10)];

    const [fromThread, inline] = [await readAll(bytesOf(large)), await readAll(bytesOf(small))];

    expect(fromThread.map(({ head }) => head)).toEqual(inline.map(({ head }) => head));
    const movesOf = ([prompt]: typeof inline) => prompt?.moves.map(({ fingerprint: _, ...move }) => move);
    expect(fromThread[0]).toMatchObject({ metadata: { name: 'part' } });
    expect(movesOf(fromThread)).toEqual(movesOf(inline));
    expect(fromThread[0]?.versions.map(({ version, content }) => [version, content])).toEqual(
      large.data.prompts[0]?.versions.map(({ version, content }) => [version, { type: 'text', content }]),
    );
  });

  it.each([
    ['malformed_json', Buffer.alloc(200_000, '['), 'invalid'],
    ['malformed_json', Buffer.from(`{"data":"${'x'.repeat(200_000)}`), 'malformed_json'],
    ['an invalid document', bytesOf({ data: { prompts: 'x'.repeat(200_000) } }), 'invalid'],
    ['too many values', Buffer.from(`[${'{},'.repeat(1_000_000)}{}]`), 'invalid'],
  ])('rejects %s', async (_case, bytes, code) => {
    await expect(readAll(Uint8Array.from(bytes))).rejects.toMatchObject({ code });
  });

  it.each([
    ['on the main thread', 10],
    ['on its own thread', 200_000],
  ])('moves times that lie in the future of the clock back to it, %s', async (_place, characters) => {
    const now = new Date('2026-01-01T00:00:00.000Z');

    const [part] = await readAll(bytesOf(await anExport(1, characters)), new ImportChecks({ now: () => now }));

    expect(part).toMatchObject({ createdAt: now, updatedAt: now, isClamped: true });
    expect([part?.versions[0].publishedAt, part?.moves[0]?.movedAt]).toEqual([now, now]);
  });

  it('handles one large import after another', async () => {
    // A busy machine may take seconds to start a thread.
    const checks = new ImportChecks(systemClock, new KeyedLimiter({ ...IMPORT_LIMITS, waitMsMax: 60_000 }));
    const bytes = bytesOf(await anExport(2, 100_000));
    const all = await Promise.all([1, 2, 3].map(() => readAll(Uint8Array.from(bytes), checks)));

    expect(all.map((prompts) => prompts.length)).toEqual([2, 2, 2]);
  });

  it('is 413 when the memory of the thread is exhausted', async () => {
    const thread = new ImportThread(16);
    onTestFinished(() => thread.close());

    const check = thread.check(Buffer.from(`{"data":[${'[{"a":[]}],'.repeat(200_000)}1]}`), 'document', new Date());

    await expect(check).rejects.toMatchObject({ code: 'body_too_large' });
  });
});
