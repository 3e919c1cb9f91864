import { beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../../../../src/adapters/inbound/cli/host/command-services.ts';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';

/** What push does when prompts change while it runs, and with labels. */
export function promptMoveSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  /** Runs something once, before the first request with this method. */
  const interfereBefore = (method: string, interfere: () => Promise<unknown>): Fetch => {
    let isDone = false;
    return async (url, init) => {
      if (init.method === method && !isDone) {
        isDone = true;
        await interfere();
      }
      return fetch(url, init);
    };
  };

  describe('a concurrent change', () => {
    it('of the content, after the check, is a conflict', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await write(folder, { 'a.prompt.md': aTextFile('mine') });
      const racing = interfereBefore('PUT', () => fixture.publish('a', 'theirs'));

      expect(await fixture.run(['push', folder], { fetch: racing })).toMatchObject({
        code: 1,
        printed: 'conflict     a',
      });
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 2, content: 'theirs' });
    });

    it('of anything else, after the check, does not prevent the publication', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      await write(folder, { 'a.prompt.md': aTextFile('mine') });
      const racing = interfereBefore('PUT', () => fixture.call('PUT', '/prompts/a/labels/production', { version: 1 }));

      expect(await fixture.run(['push', folder], { fetch: racing })).toMatchObject({
        code: 0,
        printed: 'new-version  a  version 2',
      });
    });

    it('that creates the prompt, after the check, is a conflict', async () => {
      const racing = interfereBefore('PUT', () => fixture.publish('a', 'theirs'));
      const folder = await fixture.folder({ 'a.prompt.md': aTextFile('mine') });

      expect(await fixture.run(['push', folder], { fetch: racing })).toMatchObject({
        code: 1,
        printed: 'conflict     a',
      });
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 1, content: 'theirs' });
    });

    it('by the same push elsewhere is none: two pushes of one edit give one version', async () => {
      const files = { 'a.prompt.md': aTextFile('A') };
      const [one, other] = [await fixture.folder(files), await fixture.folder(files)];

      const codes = (await Promise.all([one, other].map((folder) => fixture.run(['push', folder])))).map(
        ({ code }) => code,
      );

      expect(codes).toEqual([0, 0]);
      expect((await fixture.prompt('a')).latestVersion).toBe(1);
    });
  });

  describe('push --label', () => {
    it('moves the label to the version of each file, edited or not', async () => {
      await fixture.publish('a', 'A', { labels: ['production'] });
      await fixture.publish('a', 'draft');
      await fixture.publish('b', 'B');
      const folder = await fixture.pulled();
      await write(folder, { 'b.prompt.md': aTextFile('B2') });

      expect(await fixture.pushOutcomes(folder, '--label', 'live')).toEqual({ a: 'updated', b: 'new-version' });
      expect((await fixture.prompt('a')).labels).toEqual({ production: 1, live: 1 });
      expect((await fixture.prompt('b')).labels).toEqual({ live: 2 });
      expect(await fixture.pushOutcomes(folder, '--label', 'live')).toEqual({ a: 'unchanged', b: 'unchanged' });
    });

    it('moves no label of a prompt with a conflict', async () => {
      const folder = await fixture.createConflict();

      await fixture.run(['push', folder, '--label', 'live']);

      expect((await fixture.prompt('a')).labels).toEqual({});
      expect((await fixture.prompt('b')).labels).toEqual({ live: 2 });
    });

    it('publishes nothing if that would break callers of the label, unless forced', async () => {
      const folder = await fixture.folder({ 'a.prompt.md': aTextFile('{{x}}') });
      await fixture.run(['push', folder, '--label', 'production']);
      await write(folder, { 'a.prompt.md': aTextFile('{{x}} {{y}}') });

      const refused = await fixture.run(['push', folder, '--label', 'production']);

      expect(refused).toMatchObject({ code: 1, printed: 'failed       a' });
      expect(refused.reported).toMatch(/\(breaking_change\).* y/s);
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 1, labels: { production: 1 } });
      expect(await fixture.pushOutcomes(folder, '--label', 'production', '--force')).toEqual({ a: 'new-version' });
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 2, labels: { production: 2 } });
    });

    it('moves the label of an unedited file only if that breaks no callers, unless forced', async () => {
      await fixture.publish('a', '{{x}}', { labels: ['production'] });
      await fixture.publish('a', '{{x}} {{y}}');
      const folder = await fixture.pulled('--label', 'latest');

      expect(await fixture.run(['push', folder, '--label', 'production'])).toMatchObject({ code: 1 });
      expect((await fixture.prompt('a')).labels).toEqual({ production: 1 });
      expect(await fixture.pushOutcomes(folder, '--label', 'production', '--force')).toEqual({ a: 'updated' });
      expect((await fixture.prompt('a')).labels).toEqual({ production: 2 });
    });
  });
}
