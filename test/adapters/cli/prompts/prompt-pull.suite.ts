import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printPromptFile } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { parseContent } from '../../../../src/domain/templates/prompt-content.ts';
import { anyChatPrompt, anyTextPrompt } from '../../../support/builders/a-file-prompt.ts';
import type { OpenPromptService } from '../../../support/prompt-files/fake-prompt-service.ts';
import { aTextFile, PromptFilesFixture } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { readFiles, write } from '../../../support/prompt-files/prompt-folders.ts';
import { PULLED } from '../../../support/prompt-files/pulled-files.ts';

/** What people rely on when they push and pull, against any service: a fake, or the real one. */
export function promptPullSuite(open: OpenPromptService): void {
  let bench: PromptFilesFixture;
  beforeEach(async () => {
    bench = new PromptFilesFixture(await open());
  });
  afterEach(() => bench.dispose());

  describe('push, then pull', () => {
    it('gives the same files to the byte', async () => {
      const { code, reported } = await bench.push(PULLED);

      expect([code, reported]).toEqual([0, `${Object.keys(PULLED).length} created`]);
      expect(await bench.pull()).toEqual(PULLED);
    });

    it('gives back whatever a template may hold', async () => {
      const prompts = fc
        .sample(fc.oneof(anyTextPrompt, anyChatPrompt), { numRuns: 150, seed: 20261115 })
        .filter(
          ({ content }) => parseContent(content).kind === 'content' && !JSON.stringify(content).includes('\\u0000'),
        );
      const files = Object.fromEntries(
        prompts.map((prompt, index) => [`p${index}.prompt.md`, printPromptFile({ ...prompt, name: `p${index}` })]),
      );

      expect(prompts.length).toBeGreaterThan(100);
      expect((await bench.push(files)).code).toBe(0);
      expect(await bench.pull()).toEqual(files);
    });

    it('makes files of hand-written ones that push finds unchanged', async () => {
      const files = { 'a.prompt.md': aTextFile('{{x}} {{#y}}{{.z}}{{/y}}', 'config: {b: 1, a: 2}\n') };
      await bench.push(files);
      const folder = await bench.folder(await bench.pull());

      expect((await bench.run(['push', folder])).printed).toBe('unchanged    a  version 1');
      expect((await bench.push(files)).printed).toBe('unchanged    a  version 1');
      expect(await bench.pull()).toEqual(await readFiles(folder));
    });
  });

  describe('pull', () => {
    it('brings every prompt, however many pages there are', async () => {
      const names = Array.from({ length: 120 }, (_, index) => `many/p${index}.prompt.md`);
      await bench.push(Object.fromEntries(names.map((name) => [name, aTextFile(name)])));

      expect(Object.keys(await bench.pull())).toEqual(names.toSorted());
    });

    it('writes only what changed', async () => {
      await bench.push({ 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B') });
      const folder = await bench.folder();
      await bench.run(['pull', folder]);
      const before = await lstat(join(folder, 'a.prompt.md'));
      await bench.push({ 'b.prompt.md': aTextFile('B2'), 'c.prompt.md': aTextFile('C') });

      const { printed, reported } = await bench.run(['pull', folder]);

      expect(printed.split('\n')).toEqual([
        'unchanged  a.prompt.md',
        'changed    b.prompt.md',
        'created    c.prompt.md',
      ]);
      expect(reported).toBe('1 created, 1 changed, 1 unchanged');
      expect(await lstat(join(folder, 'a.prompt.md'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    });

    it('names files of other prompts and leaves them alone', async () => {
      await bench.push({ 'a.prompt.md': aTextFile('A') });
      const folder = await bench.folder({ 'mine/x.prompt.md': 'draft', 'README.md': 'Hi' });

      const { code, reported } = await bench.run(['pull', folder]);

      expect([code, reported]).toEqual([0, 'mine/x.prompt.md was not pulled and is left as it is.\n1 created']);
      expect(Object.keys(await readFiles(folder))).toEqual(['README.md', 'a.prompt.md', 'mine/x.prompt.md']);
    });

    it('removes them with --prune, but never everything, and nothing that is no prompt', async () => {
      const folder = await bench.folder({ 'mine/x.prompt.md': 'draft', 'README.md': 'Hi', 'Notes.prompt.md': 'n' });
      await bench.run(['pull', folder, '--prune']);
      expect(Object.keys(await readFiles(folder))).toContain('mine/x.prompt.md');

      await bench.push({ 'a.prompt.md': aTextFile('A') });
      const { printed } = await bench.run(['pull', folder, '--prune', '--json']);

      expect(Object.keys(await readFiles(folder))).toEqual(['Notes.prompt.md', 'README.md', 'a.prompt.md']);
      expect(JSON.parse(printed)).toEqual({
        prompts: [
          { name: 'a', file: 'a.prompt.md', outcome: 'created' },
          { name: 'mine/x', file: 'mine/x.prompt.md', outcome: 'removed' },
        ],
      });
    });

    it('goes on after a file that it cannot write', async () => {
      await bench.push({ 'a/b.prompt.md': aTextFile('A'), 'c.prompt.md': aTextFile('C') });
      const folder = await bench.folder({ a: 'a file where a folder should be' });

      const { code, reported } = await bench.run(['pull', folder]);

      expect(code).toBe(1);
      expect(reported).toBe('a/b.prompt.md: needs a folder a, which is something else\n1 created, 1 failed');
      expect(Object.keys(await readFiles(folder))).toEqual(['a', 'c.prompt.md']);
    });
  });

  describe('labels', () => {
    it('move to what was pushed, also where nothing else changed', async () => {
      await bench.push({ 'a.prompt.md': aTextFile('A') }, '--label', 'production');
      await bench.push({ 'a.prompt.md': aTextFile('A2'), 'b.prompt.md': aTextFile('B') });

      expect(await bench.pull()).toMatchObject({
        'a.prompt.md': expect.stringMatching(/\nA$/),
        'b.prompt.md': expect.anything(),
      });
      expect(await bench.pull('--label', 'production')).toEqual({ 'a.prompt.md': expect.stringMatching(/\nA$/) });
      expect(await bench.pull('--label', 'latest')).toMatchObject({ 'a.prompt.md': expect.stringMatching(/\nA2$/) });

      const files = { 'a.prompt.md': aTextFile('A2') };
      expect(await bench.outcomes(files, '--label', 'production')).toEqual({ a: 'updated' });
      expect(await bench.outcomes(files, '--label', 'production')).toEqual({ a: 'unchanged' });
      expect(await bench.pull('--label', 'production')).toEqual({ 'a.prompt.md': expect.stringMatching(/\nA2$/) });
    });

    it('are compared with the newest version, not with the one in production', async () => {
      await bench.push({ 'a.prompt.md': aTextFile('A') }, '--label', 'production');
      await bench.push({ 'a.prompt.md': aTextFile('A2') });

      expect((await bench.push({ 'a.prompt.md': aTextFile('A') })).printed).toBe('new-version  a  version 3');
    });

    it.each([
      ['push', 'latest'],
      ['push', 'Prod'],
      ['pull', '1'],
    ])('are refused by %s as wrong usage: %s', async (command, label) => {
      const folder = await bench.folder({ 'a.prompt.md': aTextFile('A') });

      expect(await bench.run([command, folder, '--label', label])).toMatchObject({ code: 64 });
      expect(await bench.pull()).toEqual({});
    });
  });

  describe('the key', () => {
    it('is refused in one sentence when it is wrong', async () => {
      const key = ApiKey.fromEntropy(new Uint8Array(32));
      const folder = await bench.folder({ 'a.prompt.md': aTextFile('A') });

      for (const command of ['push', 'pull']) {
        const { code, printed, reported } = await bench.run([command, folder], { key });

        expect([code, printed]).toEqual([1, '']);
        expect(reported).toBe(
          `${bench.service.url} does not accept the key: is PROMPTHOLD_KEY the key of an account there?`,
        );
      }
    });

    it('is never shown, not even when a prompt holds it', async () => {
      const key = bench.service.key.reveal();
      const folder = await bench.folder({
        'a.prompt.md': aTextFile(`${key} {{> gone}}`),
        'b.prompt.md': aTextFile(key),
      });

      const runs = [
        await bench.run(['push', folder, '--dry-run']),
        await bench.run(['push', folder, '--dry-run', '--json']),
        await bench.run(['push', folder, '--message', key]),
        await bench.run(['pull', folder, '--json']),
      ];
      await write(folder, { 'b.prompt.md': aTextFile('', `${key}: 1\n`) });
      runs.push(await bench.run(['push', folder]));

      expect(runs.map(({ code }) => code)).toEqual([0, 0, 1, 0, 1]);
      expect(runs[0]?.printed).toContain('+ph_…');
      expect(JSON.stringify(runs)).not.toContain(key.slice(3));
    });
  });
}
