import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fetch } from '../../../../src/adapters/inbound/cli/host/command-services.ts';
import { PromptFilesFolder } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-files-folder.ts';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { LOCK, readFiles, write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';
import { PULLED } from '../../../support/prompt-files/pulled-files.ts';

/** What push and pull record in the lock, and what they publish because of it. */
export function promptLockSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  const lockText = (folder: string) => readFile(join(folder, LOCK), 'utf8');

  describe('push after pull', () => {
    it('publishes nothing if no file was edited, even if newer versions exist', async () => {
      await fixture.publish('a', 'A', { labels: ['production'] });
      await fixture.publish('a', 'draft');
      const folder = await fixture.pulled();

      const { code, printed } = await fixture.run(['push', folder]);

      expect([code, printed]).toEqual([0, 'unchanged    a  version 1']);
      expect(await fixture.pushOutcomes(folder, '--force')).toEqual({ a: 'unchanged' });
      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 2, content: 'draft' });
    });

    it('publishes nothing if a prompt got a newer version but its file was not edited', async () => {
      await fixture.publish('a', 'A');
      const folder = await fixture.pulled();
      await fixture.publish('a', 'A2');

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged' });
      expect((await fixture.prompt('a')).latestVersion).toBe(2);
    });

    it('publishes an edit over the versions that existed at the time of the pull', async () => {
      await fixture.publish('a', 'A', { labels: ['production'] });
      await fixture.publish('a', 'draft');
      const folder = await fixture.pulled();
      await write(folder, { 'a.prompt.md': aTextFile('edited') });

      expect((await fixture.run(['push', folder])).printed).toBe('new-version  a  version 3');
      expect(await fixture.lockEntry(folder, 'a')).toMatchObject({ version: 3, latestVersion: 3 });
    });

    it('publishes an edit that restores older content', async () => {
      const folder = await fixture.folder({ 'a.prompt.md': aTextFile('A') });
      for (const content of ['A', 'A2', 'A']) {
        await write(folder, { 'a.prompt.md': aTextFile(content) });
        await fixture.run(['push', folder]);
      }

      expect(await fixture.prompt('a')).toMatchObject({ latestVersion: 3, content: 'A' });
    });

    it('publishes a description without the old content that it was pulled with', async () => {
      await fixture.publish('a', 'A', { labels: ['production'], tags: ['x'] });
      await fixture.publish('a', 'draft');
      const folder = await fixture.pulled();
      const text = (await readFiles(folder))['a.prompt.md'] ?? '';
      await write(folder, { 'a.prompt.md': text.replace('description: ""', 'description: New') });
      await fixture.call('PATCH', '/prompts/a', { tags: ['y'] });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'updated' });
      expect(await fixture.prompt('a')).toMatchObject({
        latestVersion: 2,
        content: 'draft',
        description: 'New',
        tags: ['y'],
      });
    });

    it('publishes a file that omits its variables again when an included prompt uses others', async () => {
      const folder = await fixture.pushed({
        'a.prompt.md': aTextFile('{{> b}}'),
        'b.prompt.md': aTextFile('{{x}}'),
        'c.prompt.md': aTextFile('{{z}}'),
      });
      await write(folder, { 'b.prompt.md': aTextFile('{{x}} {{y}}') });

      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'new-version', b: 'new-version', c: 'unchanged' });
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'unchanged', c: 'unchanged' });
    });
  });

  describe('the lock', () => {
    it('records version, hash and newest version of every prompt, in sorted JSON', async () => {
      await fixture.push(PULLED);
      await fixture.publish('plain', 'newer');
      await fixture.publish('10', 'ten');
      const folder = await fixture.pulled('--label', 'latest');

      const text = await lockText(folder);
      const names = Array.from(text.matchAll(/^ {4}"(\S+)": \{$/gm), ([, name]) => name);
      expect(names).toEqual([...names].sort());
      expect(names).toHaveLength(Object.keys(PULLED).length + 1);
      for (const name of names) {
        const { id, hash, latestVersion } = await fixture.prompt(name ?? '');
        const version = name === 'plain' ? 2 : 1;
        expect(latestVersion).toBe(version);
        expect(await fixture.lockEntry(folder, name ?? '')).toMatchObject({ id, hash, version, latestVersion });
      }
    });

    it('is the same after push and after pull', async () => {
      const folder = await fixture.pushed(PULLED);

      expect(await lockText(folder)).toBe(await lockText(await fixture.pulled()));
    });

    it('lets no file look edited that a service would store as it is', async () => {
      const folder = await fixture.pushed(PULLED);
      const puts: string[] = [];
      const counting: Fetch = (url, init) => {
        if (init.method !== 'GET') puts.push(url);
        return fetch(url, init);
      };

      await fixture.run(['push', folder], { fetch: counting });

      expect(puts).toEqual([]);
    });

    it('is not written when nothing changes, nor by a dry run', async () => {
      await fixture.publish('a', 'A');
      const folder = await fixture.pulled();
      const { ino, mtimeMs } = await lstat(join(folder, LOCK));
      await fixture.run(['push', folder]);
      await fixture.run(['pull', folder]);
      await write(folder, { 'a.prompt.md': aTextFile('A2') });
      await fixture.run(['push', folder, '--dry-run']);

      expect(await lstat(join(folder, LOCK))).toMatchObject({ ino, mtimeMs });
      const other = await fixture.folder({ 'b.prompt.md': aTextFile('B') });
      await fixture.run(['push', other, '--dry-run']);
      await expect(lstat(join(other, LOCK))).rejects.toThrow('ENOENT');
    });

    it('drops prompts whose file is gone', async () => {
      await fixture.publish('a', 'A');
      await fixture.publish('b', 'B');
      const folder = await fixture.pulled();
      await fixture.call('DELETE', '/prompts/b');

      await fixture.run(['pull', folder]);
      expect(await fixture.lockEntry(folder, 'b')).toBeDefined();

      await fixture.run(['pull', folder, '--prune']);
      expect(await fixture.lockEntry(folder, 'b')).toBeUndefined();
      expect(await fixture.lockEntry(folder, 'a')).toBeDefined();
    });

    it('is right when a push ends half-way, and the next push continues', async () => {
      const folder = await fixture.folder({
        'a.prompt.md': aTextFile('A'),
        'b.prompt.md': aTextFile('B'),
        'c.prompt.md': aTextFile('C'),
      });
      let puts = 0;
      const failing: Fetch = (url, init) => {
        if (init.method === 'PUT' && ++puts === 2) return Promise.reject(new TypeError('fetch failed'));
        return fetch(url, init);
      };

      expect(await fixture.run(['push', folder], { fetch: failing })).toMatchObject({ code: 69 });

      expect(await fixture.lockEntry(folder, 'a')).toMatchObject({ version: 1 });
      expect(await fixture.lockEntry(folder, 'b')).toBeUndefined();
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'created', c: 'created' });
    });

    it('has no entry of a file that is about to be overwritten, in case the pull ends there', async () => {
      await fixture.publish('a', 'A', { labels: ['production'] });
      await fixture.publish('b', 'B');
      const folder = await fixture.pulled();
      await fixture.publish('a', 'A2', { labels: ['production'] });
      const write = vi.spyOn(PromptFilesFolder.prototype, 'write').mockRejectedValueOnce(new Error('killed'));
      onTestFinished(() => write.mockRestore());

      await expect(fixture.run(['pull', folder])).rejects.toThrow('killed');

      expect(await fixture.lockEntry(folder, 'a')).toBeUndefined();
      expect(await fixture.lockEntry(folder, 'b')).toBeDefined();
      expect(await fixture.pushOutcomes(folder)).toEqual({ a: 'unchanged', b: 'unchanged' });
      expect((await fixture.prompt('a')).latestVersion).toBe(2);
    });

    it('may miss a publication: the file then equals a version that is newer than the lock', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      const old = await lockText(folder);
      await write(folder, { 'a.prompt.md': aTextFile('A2') });
      await fixture.run(['push', folder]);
      await fixture.publish('a', 'A3');
      await write(folder, { [LOCK]: old });

      expect((await fixture.run(['push', folder])).printed).toBe('unchanged    a  version 2');
      expect(await fixture.lockEntry(folder, 'a')).toMatchObject({ version: 2, latestVersion: 2 });
    });

    it('of another account is not used, and is replaced', async () => {
      const folder = await fixture.pushed({ 'a.prompt.md': aTextFile('A') });
      const text = await lockText(folder);
      await fixture.call('DELETE', '/prompts/a');
      await write(folder, { [LOCK]: text.replace(/"account": ".*"/, '"account": "u_1700000000000_abcdef"') });

      const { code, printed, reported } = await fixture.run(['push', folder]);

      expect([code, printed]).toEqual([0, 'created      a  version 1']);
      expect(reported).toMatch(/^prompthold\.lock was written for another account/);
      expect(JSON.parse(await lockText(folder)).account).toBe(JSON.parse(text).account);
    });

    it.each([
      ['is not JSON', '{', /is not valid JSON\. Restore it from version control, or delete it/],
      ['has conflict markers', '{\n<<<<<<< HEAD\n}', /has an unresolved merge conflict in line 2\. Resolve it/],
      ['has a newer format', '{"lockVersion":2,"files":[]}', /has format 2, .* only format 1\. Update prompthold\.$/],
      ['lacks its format', '{"account":"u","prompts":{}}', /is damaged at lockVersion\./],
      ['lacks a hash', '{"lockVersion":1,"account":"u","prompts":{"a":{}}}', /is damaged at prompts\.a\.hash\./],
      ['is a list', '[]', /is damaged at its top level\./],
    ])('that %s is an error, and nothing is changed', async (_, text, message) => {
      await fixture.publish('b', 'B');
      const files = { 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B2') };
      const folder = await fixture.folder({ ...files, [LOCK]: text });

      for (const command of ['push', 'pull']) {
        const { code, printed, reported } = await fixture.run([command, folder, '--force', '--json']);

        expect(code).toBe(1);
        expect(reported).toMatch(/^prompthold\.lock: /);
        expect(reported).toMatch(message);
        expect(JSON.parse(printed)).toEqual({ error: reported, code: 'lock_invalid' });
      }
      expect(await readFiles(folder)).toEqual(files);
      expect(await lockText(folder)).toBe(text);
      expect(await fixture.pull()).toEqual({ 'b.prompt.md': expect.stringMatching(/\nB$/) });
    });
  });
}
