import { beforeEach, describe, expect, it } from 'vitest';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { readFiles, write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';

/** What pull does with edited files. */
export function promptEditSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  describe('pull', () => {
    it('leaves an edited file alone if there is nothing new to pull', async () => {
      await fixture.publish('a', 'A');
      const folder = await fixture.pulled();
      await write(folder, { 'a.prompt.md': aTextFile('mine') });

      const { code, printed } = await fixture.run(['pull', folder]);

      expect([code, printed]).toEqual([0, 'edited     a.prompt.md']);
      expect((await readFiles(folder))['a.prompt.md']).toBe(aTextFile('mine'));
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'new-version' });
    });

    it('reports a conflict if the prompt has changed too, and writes the other files', async () => {
      const folder = await fixture.createConflict();
      await fixture.publish('c', 'C');

      const { code, printed, reported } = await fixture.run(['pull', folder]);

      expect([code, printed]).toEqual([1, 'conflict   a.prompt.md\nedited     b.prompt.md\ncreated    c.prompt.md']);
      expect(reported).toMatch(/^a\.prompt\.md: was edited, and the prompt has changed on the service\. .*--force/);
      expect((await readFiles(folder))['a.prompt.md']).toBe(aTextFile('mine'));
      expect(await fixture.pushOutcomes(folder)).toMatchObject({ a: 'conflict' });
      expect(JSON.parse((await fixture.run(['pull', folder, '--json'])).printed)).toMatchObject({
        error: '1 conflict in 3 prompts.',
        code: 'conflict',
      });
    });

    it('overwrites edited files with --force', async () => {
      const folder = await fixture.createConflict();

      expect(await fixture.pullOutcomes(folder, '--force')).toEqual({ a: 'changed', b: 'changed' });
      expect((await readFiles(folder))['a.prompt.md']).toMatch(/\ntheirs$/);
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'unchanged' });
    });

    it('overwrites a file without a lock only if the service has its content', async () => {
      await fixture.publish('a', 'A');
      await fixture.publish('a', 'A2');
      await fixture.publish('b', 'B');
      await fixture.publish('c', 'C');
      const folder = await fixture.folder({
        'a.prompt.md': aTextFile('A'),
        'b.prompt.md': aTextFile('mine'),
        'c.prompt.md': 'no prompt at all',
      });

      expect(await fixture.pullOutcomes(folder)).toEqual({ a: 'changed', b: 'conflict', c: 'conflict' });
      expect((await readFiles(folder))['b.prompt.md']).toBe(aTextFile('mine'));
    });

    it('does not remove an edited file with --prune, unless forced', async () => {
      await fixture.publish('a', 'A');
      await fixture.publish('b', 'B');
      const folder = await fixture.pulled();
      await fixture.call('DELETE', '/prompts/a');
      await write(folder, { 'a.prompt.md': aTextFile('mine') });

      expect(await fixture.pullOutcomes(folder, '--prune')).toEqual({ a: 'conflict', b: 'unchanged' });
      expect(Object.keys(await readFiles(folder))).toEqual(['a.prompt.md', 'b.prompt.md']);
      expect(await fixture.pullOutcomes(folder, '--prune', '--force')).toEqual({ a: 'removed', b: 'unchanged' });
    });
  });
}
