import { describe, expect, it } from 'vitest';
import type { RestoredPrompt } from '../../../src/application/ports/prompts/prompt-archive.ts';
import {
  aMove,
  anOwner,
  aQuery,
  aRestoredPrompt,
  aStoredVersion,
  PRODUCTION,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** Every control character but NUL, which no text may contain. */
const CONTROLS = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1), 0x7f, 0x80, 0x9f);
const TEXTS = [
  '',
  'a "quoted" \\ text, 100 %s of it: :name / $1 ?',
  `controls ${CONTROLS}`,
  '\u00ad\u2028\u2029\ufeff\ufffe\uffff ü 漢字 🦁 👩‍👩‍👧',
  "'; DROP TABLE prompt; --",
];

const TIMES = [
  '2026-11-15T12:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.001Z',
  '0001-01-01T00:00:00.000Z',
  '0000-12-31T23:59:59.999Z',
  '-000001-06-15T12:00:00.123Z',
];

/** Whatever a prompt contains is read as it was written, to the order of members in JSON. */
export function awkwardValuesContract(createStorage: CreateStorage): void {
  describe('a prompt with awkward values', () => {
    const { here, there } = twoInstances(createStorage);

    async function expectSameWhenRead(restored: RestoredPrompt): Promise<void> {
      const { owner, id, metadata, createdAt, updatedAt, versions } = restored;
      const outcome = await here.prompts.archive.restore(restored);
      expect(outcome.kind).toBe('created');
      const { reader, catalog } = there.prompts;
      for (const { version, includes: _, ...written } of versions) {
        for (const reference of [{ by: 'id', id } as const, { by: 'name', name: metadata.name } as const]) {
          const read = await reader.read(owner, reference, { by: 'version', version });

          expect(read?.prompt).toMatchObject({ id, ...metadata, createdAt, updatedAt });
          expect(read?.version).toMatchObject({ version, ...written });
          const { content, variables, config } = written;
          expect(JSON.stringify([read?.version?.content, read?.version?.variables, read?.version?.config])).toBe(
            JSON.stringify([content, variables, config]),
          );
        }
      }
      expect(await catalog.list(owner, aQuery({ name: metadata.name }))).toMatchObject([
        { id, ...metadata, createdAt, updatedAt },
      ]);
    }

    it.each(TEXTS)('has its description: %j', async (description) => {
      const owner = await anOwner(here);

      await expectSameWhenRead(aRestoredPrompt(owner, { metadata: { description } }));
    });

    it.each(TIMES)('has its times from %s', async (text) => {
      const time = new Date(text);
      const owner = await anOwner(here);
      const versions = [aStoredVersion(1, { publishedAt: time })] as const;

      await expectSameWhenRead(aRestoredPrompt(owner, { versions, createdAt: time, updatedAt: time, at: time }));
    });

    it('has a config of 64 KiB', async () => {
      const config = {
        tools: Array.from({ length: 64 }, (_, index) => ({ name: `t${index}`, text: 'é"'.repeat(250) })),
      };
      const owner = await anOwner(here);

      await expectSameWhenRead(aRestoredPrompt(owner, { versions: [aStoredVersion(1, { config })] }));
    });

    it('has its folder, all its tags and its labels', async () => {
      const owner = await anOwner(here);
      const tags = toTags(...Array.from({ length: 20 }, (_, index) => `${index}.tag-_`).sort());
      const restored = aRestoredPrompt(owner, {
        metadata: { name: toName('a/b/c/d/e'), tags },
        moves: [aMove(PRODUCTION, 1)],
      });

      await expectSameWhenRead(restored);

      const found = await there.prompts.reader.find(owner, { by: 'id', id: restored.id });
      expect([...(found?.labels ?? [])]).toEqual([[PRODUCTION, 1]]);
    });
  });
}
