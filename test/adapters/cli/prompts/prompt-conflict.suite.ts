import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { LOCK, write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';

/** What push does when a file and its prompt have both changed. */
export function promptConflictSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  describe('push', () => {
    it('reports a conflict if the prompt has a newer version, and publishes the other files', async () => {
      const folder = await fixture.createConflict();

      const { code, printed, reported } = await fixture.run(['push', folder]);

      expect([code, printed]).toEqual([1, 'conflict     a\nnew-version  b  version 2']);
      expect(reported).toMatch(
        /^a: was edited, but version 2 has been published since \(prompthold\.lock knows version 1\)\. .*--force\.\n1 new-version, 1 conflict$/,
      );
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 2, content: 'theirs' });
      expect(await fixture.lockEntry(folder, 'a')).toMatchObject({ version: 1, latestVersion: 1 });
      expect(await fixture.lockEntry(folder, 'b')).toMatchObject({ version: 2, latestVersion: 2 });
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'conflict', b: 'unchanged' });
    });

    it('publishes over the newer version with --force', async () => {
      const folder = await fixture.createConflict();

      expect((await fixture.run(['push', folder, '--force'])).printed).toBe(
        'new-version  a  version 3\nnew-version  b  version 2',
      );
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'unchanged' });
    });

    it('shows conflicts in a dry run with the diff, and exits with 1', async () => {
      const folder = await fixture.createConflict();
      const lock = await readFile(join(folder, LOCK), 'utf8');

      const { code, printed, reported } = await fixture.run(['push', folder, '--dry-run']);

      expect(code).toBe(1);
      expect(printed).toMatch(
        /^conflict {2}a\n--- a\.prompt\.md \(version 2\)\n.*\n-theirs\n.*\n\+mine\n.*\nnew-version {2}b\n/s,
      );
      expect(reported).toMatch(
        /^a: was edited, .*\n1 of 2 prompts would change \(1 new-version, 1 conflict\)\. Nothing was pushed\.$/,
      );
      expect(await readFile(join(folder, LOCK), 'utf8')).toBe(lock);
    });

    it('prints conflicts as JSON', async () => {
      const folder = await fixture.createConflict();

      for (const option of ['--dry-run', '--message=x']) {
        expect(JSON.parse((await fixture.run(['push', folder, '--json', option])).printed)).toMatchObject({
          error: '1 conflict in 2 prompts.',
          code: 'conflict',
          prompts: [
            { name: 'a', outcome: 'conflict', problem: expect.stringMatching(/^was edited, /) },
            { name: 'b', outcome: 'new-version' },
          ],
        });
      }
    });

    it('reports no conflict if the file has the content of the newer version', async () => {
      const folder = await fixture.createConflict();
      await write(folder, { 'a.prompt.md': aTextFile('theirs') });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'new-version' });
      expect(await fixture.lockEntry(folder, 'a')).toMatchObject({ version: 2, latestVersion: 2 });
    });

    it('reports a conflict if an edit that restores older content meets a newer version', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await write(folder, { 'a.prompt.md': aTextFile('A2') });
      await fixture.run(['push', folder]);
      await fixture.publish('a', 'A3');
      await write(folder, { 'a.prompt.md': aTextFile('A') });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'conflict' });
    });

    it('reports a conflict if a description was changed in the file and on the service', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A', 'description: Old\n') });
      await fixture.call('PATCH', '/prompts/a', { description: 'Theirs' });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged' });
      await write(folder, { 'a.prompt.md': aTextFile('A', 'description: Mine\n') });
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'conflict' });
      expect((await fixture.prompt('a')).description).toBe('Theirs');
      expect(await fixture.pushOutcomes(folder, '--force')).toEqual({ a: 'updated' });
      expect((await fixture.prompt('a')).description).toBe('Mine');
    });

    it('publishes nothing without a lock if the file equals any version, even with --force', async () => {
      await fixture.publish('a', 'A');
      await fixture.publish('a', 'A2');
      const folder = await fixture.folder({ 'a.prompt.md': aTextFile('A') });

      expect((await fixture.run(['push', folder])).printed).toBe('unchanged    a  version 1');
      expect(await fixture.outcomes({ 'a.prompt.md': aTextFile('A') }, '--force')).toEqual({ a: 'unchanged' });
      expect((await fixture.prompt('a')).latestVersion).toBe(2);
      // Nothing says that the author has seen version 2.
      await write(folder, { 'a.prompt.md': aTextFile('A3') });
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'conflict' });
    });

    it('reports a conflict without a lock if the file equals no version, unless the prompt is new', async () => {
      await fixture.publish('a', 'A');
      const files = { 'a.prompt.md': aTextFile('A2'), 'b.prompt.md': aTextFile('B') };

      const { code, printed, reported } = await fixture.push(files);

      expect([code, printed]).toEqual([1, 'conflict     a\ncreated      b  version 1']);
      expect(reported).toMatch(/^a: differs from every version on the service, and prompthold\.lock does not say /);
      expect(await fixture.outcomes(files, '--force')).toEqual({ a: 'new-version', b: 'unchanged' });
    });

    it('changes a description without a lock only if the file has the newest content', async () => {
      await fixture.push({ 'a.prompt.md': aTextFile('A', 'description: Once\ntags: [x]\n') });
      await fixture.publish('a', 'A2');

      expect(await fixture.outcomes({ 'a.prompt.md': aTextFile('A', 'description: Old\n') })).toEqual({
        a: 'unchanged',
      });
      expect((await fixture.prompt('a')).description).toBe('Once');

      await fixture.push({ 'a.prompt.md': aTextFile('A2', 'description: ""\ntags: []\n') });

      expect((await fixture.pull())['a.prompt.md']).toContain('description: ""\ntags: []\n');
    });

    it('creates no prompt again that was deleted or renamed, unless forced', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B') });
      await fixture.call('DELETE', '/prompts/a');
      await fixture.call('PATCH', '/prompts/b', { name: 'x/c' });

      const { code, reported } = await fixture.run(['push', folder]);

      expect(code).toBe(1);
      expect(reported).toMatch(
        /^a: was deleted on the service\. .*\nb: was renamed to x\/c on the service\. Move the file to x\/c\.prompt\.md, /,
      );
      expect(Object.keys(await fixture.pull())).toEqual(['x/c.prompt.md']);
      expect(await fixture.pushOutcomes(folder, '--force')).toEqual({ a: 'created', b: 'created' });
    });

    it('reports a conflict if the prompt was deleted and created again with other content', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await fixture.call('DELETE', '/prompts/a');
      await fixture.publish('a', 'other');

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'conflict' });
    });

    it('leaves an archived prompt alone unless its file was edited', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await fixture.call('PATCH', '/prompts/a', { archived: true });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged' });
      await write(folder, { 'a.prompt.md': aTextFile('A2') });
      expect(await fixture.run(['push', folder, '--force'])).toMatchObject({
        code: 1,
        reported: expect.stringMatching(/\(archived\)/),
      });
    });
  });
}
