import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { printPromptFile } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { parseContent } from '../../../../src/domain/templates/prompt-content.ts';
import { anyChatPrompt, anyTextPrompt } from '../../../support/builders/a-file-prompt.ts';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { readFiles, write } from '../../../support/prompt-files/prompt-folders.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';
import { PULLED } from '../../../support/prompt-files/pulled-files.ts';

/** The guarantees of pull after push; run against an in-memory service and the real one. */
export function promptPullSuite(open: OpenPromptService): void {
  let fixture: PromptFilesFixture;
  beforeEach(async () => {
    fixture = new PromptFilesFixture(await open());
  });

  describe('push, then pull', () => {
    it('reproduces the files byte for byte', async () => {
      const { code, reported } = await fixture.push(PULLED);

      expect([code, reported]).toEqual([0, `${Object.keys(PULLED).length} created`]);
      expect(await fixture.pull()).toEqual(PULLED);
    });

    it('reproduces any valid template', async () => {
      const prompts = fc
        .sample(fc.oneof(anyTextPrompt, anyChatPrompt), { numRuns: 150, seed: 20261115 })
        .filter(
          ({ content }) => parseContent(content).kind === 'content' && !JSON.stringify(content).includes('\\u0000'),
        );
      const files = Object.fromEntries(
        prompts.map((prompt, index) => [`p${index}.prompt.md`, printPromptFile({ ...prompt, name: `p${index}` })]),
      );

      expect(prompts.length).toBeGreaterThan(100);
      expect((await fixture.push(files)).code).toBe(0);
      expect(await fixture.pull()).toEqual(files);
    });

    it('turns hand-written files into files that push reports as unchanged', async () => {
      const files = { 'a.prompt.md': aTextFile('{{x}} {{#y}}{{.z}}{{/y}}', 'config: {b: 1, a: 2}\n') };
      await fixture.push(files);
      const folder = await fixture.folder(await fixture.pull());

      expect((await fixture.run(['push', folder])).printed).toBe('unchanged    a  version 1');
      expect((await fixture.push(files)).printed).toBe('unchanged    a  version 1');
      expect(await fixture.pull()).toEqual(await readFiles(folder));
    });
  });

  describe('pull', () => {
    it('writes every prompt across all pages', async () => {
      const names = Array.from({ length: 120 }, (_, index) => `many/p${index}.prompt.md`);
      await fixture.push(Object.fromEntries(names.map((name) => [name, aTextFile(name)])));

      expect(Object.keys(await fixture.pull())).toEqual(names.toSorted());
    });

    it('writes only changed files', async () => {
      await fixture.push({ 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B') });
      const folder = await fixture.folder();
      await fixture.run(['pull', folder]);
      const before = await lstat(join(folder, 'a.prompt.md'));
      await fixture.publish('b', 'B2');
      await fixture.publish('c', 'C');

      const { printed, reported } = await fixture.run(['pull', folder]);

      expect(printed.split('\n')).toEqual([
        'unchanged  a.prompt.md',
        'changed    b.prompt.md',
        'created    c.prompt.md',
      ]);
      expect(reported).toBe('1 created, 1 changed, 1 unchanged');
      expect(await lstat(join(folder, 'a.prompt.md'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    });

    it('lists files that were not pulled and leaves them unchanged', async () => {
      await fixture.push({ 'a.prompt.md': aTextFile('A') });
      const folder = await fixture.folder({ 'mine/x.prompt.md': 'draft', 'README.md': 'Hi' });

      const { code, reported } = await fixture.run(['pull', folder]);

      expect([code, reported]).toEqual([0, 'mine/x.prompt.md was not pulled and is left as it is.\n1 created']);
      expect(Object.keys(await readFiles(folder))).toEqual(['README.md', 'a.prompt.md', 'mine/x.prompt.md']);
    });

    it('removes them with --prune, unless nothing was pulled or their name is not a prompt name', async () => {
      const folder = await fixture.folder({ 'mine/x.prompt.md': 'draft', 'README.md': 'Hi', 'Notes.prompt.md': 'n' });
      await fixture.run(['pull', folder, '--prune']);
      expect(Object.keys(await readFiles(folder))).toContain('mine/x.prompt.md');

      await fixture.push({ 'a.prompt.md': aTextFile('A') });
      const { printed } = await fixture.run(['pull', folder, '--prune', '--json']);

      expect(Object.keys(await readFiles(folder))).toEqual(['Notes.prompt.md', 'README.md', 'a.prompt.md']);
      expect(JSON.parse(printed)).toEqual({
        prompts: [
          { name: 'a', file: 'a.prompt.md', outcome: 'created' },
          { name: 'mine/x', file: 'mine/x.prompt.md', outcome: 'removed' },
        ],
      });
    });

    it('continues after a file that cannot be written', async () => {
      await fixture.push({ 'a/b.prompt.md': aTextFile('A'), 'c.prompt.md': aTextFile('C') });
      const folder = await fixture.folder({ a: 'a file where a folder should be' });

      const { code, reported } = await fixture.run(['pull', folder]);

      expect(code).toBe(1);
      expect(reported).toBe('a/b.prompt.md: needs a folder a, which is something else\n1 created, 1 failed');
      expect(Object.keys(await readFiles(folder))).toEqual(['a', 'c.prompt.md']);
    });
  });

  describe('labels', () => {
    it('move to the pushed version, even when nothing else changed', async () => {
      await fixture.push({ 'a.prompt.md': aTextFile('A') }, '--label', 'production');
      await fixture.push({ 'a.prompt.md': aTextFile('A2'), 'b.prompt.md': aTextFile('B') }, '--force');

      expect(await fixture.pull()).toMatchObject({
        'a.prompt.md': expect.stringMatching(/\nA$/),
        'b.prompt.md': expect.anything(),
      });
      expect(await fixture.pull('--label', 'production')).toEqual({ 'a.prompt.md': expect.stringMatching(/\nA$/) });
      expect(await fixture.pull('--label', 'latest')).toMatchObject({ 'a.prompt.md': expect.stringMatching(/\nA2$/) });

      const files = { 'a.prompt.md': aTextFile('A2') };
      expect(await fixture.outcomes(files, '--label', 'production')).toEqual({ a: 'updated' });
      expect(await fixture.outcomes(files, '--label', 'production')).toEqual({ a: 'unchanged' });
      expect(await fixture.pull('--label', 'production')).toEqual({ 'a.prompt.md': expect.stringMatching(/\nA2$/) });
    });

    it.each([
      ['push', 'latest'],
      ['push', 'Prod'],
      ['pull', '1'],
    ])('are rejected by %s with exit code 64: %s', async (command, label) => {
      const folder = await fixture.folder({ 'a.prompt.md': aTextFile('A') });

      expect(await fixture.run([command, folder, '--label', label])).toMatchObject({ code: 64 });
      expect(await fixture.pull()).toEqual({});
    });
  });

  describe('the key', () => {
    it('is never printed, even when a prompt contains it', async () => {
      const key = fixture.service.key.reveal();
      const folder = await fixture.folder({
        'a.prompt.md': aTextFile(`${key} {{> gone}}`),
        'b.prompt.md': aTextFile(key),
      });

      const runs = [
        await fixture.run(['push', folder, '--dry-run']),
        await fixture.run(['push', folder, '--dry-run', '--json']),
        await fixture.run(['push', folder, '--message', key]),
        await fixture.run(['pull', folder, '--json']),
      ];
      await write(folder, { 'b.prompt.md': aTextFile('', `${key}: 1\n`) });
      runs.push(await fixture.run(['push', folder]));

      expect(runs.map(({ code }) => code)).toEqual([0, 0, 1, 0, 1]);
      expect(runs[0]?.printed).toContain('+ph_…');
      expect(JSON.stringify(runs)).not.toContain(key.slice(3));
    });
  });
}
