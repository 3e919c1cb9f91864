import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOf, pathOf } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file-path.ts';
import { PromptFilesFolder } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-files-folder.ts';
import type { PromptName } from '../../../../src/domain/naming/prompt-name.ts';
import { anyName } from '../../../support/builders/a-file-prompt.ts';
import { createPromptFolder, readFiles } from '../../../support/prompt-files/prompt-folders.ts';
import fc from '../../../support/seeded-fast-check.ts';

// Skips validation: the test data consists of valid names.
const name = (text: string): PromptName => text as PromptName;

describe("a prompt's path", () => {
  it.each([
    ['a', 'a.prompt.md'],
    ['a/b', 'a/b.prompt.md'],
    ['a/b/c', 'a/b/c.prompt.md'],
    ['v1.2/x.y', 'v1.2/x.y.prompt.md'],
    ['a.prompt.md', 'a.prompt.md.prompt.md'],
    ['a.prompt.md/b', 'a.prompt.md~/b.prompt.md'],
  ])('of %s is %s, and maps back', (text, path) => {
    expect(pathOf(name(text))).toBe(path);
    expect(nameOf(path)).toBe(text);
  });

  it('maps back to its name and never lies inside the path of another prompt', () => {
    fc.assert(
      fc.property(anyName, anyName, (one, other) => {
        expect(nameOf(pathOf(name(one)))).toBe(one);
        expect(pathOf(name(one)).startsWith(`${pathOf(name(other))}/`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'a.md',
    'A.prompt.md',
    '.prompt.md',
    '../a.prompt.md',
    'a~.prompt.md',
    'a.prompt.md/b.prompt.md',
    'a//b.prompt.md',
    '1/2/3/4/5/6.prompt.md',
    'p_1700000000000_abcdef.prompt.md',
  ])('cannot be %s', (path) => {
    expect(nameOf(path)).toBeUndefined();
  });
});

/** A folder with links to another one and to a file in it. */
async function aFolderWithLinks() {
  const outside = await createPromptFolder({ 'secret.prompt.md': 'secret' });
  const root = await createPromptFolder();
  await symlink(outside, join(root, 'below'));
  await symlink(join(outside, 'secret.prompt.md'), join(root, 'a.prompt.md'));
  return { outside, root, folder: new PromptFilesFolder(root) };
}

describe('a folder of prompt files', () => {
  it('finds prompt files at every depth, sorted, and skips hidden ones', async () => {
    const root = await createPromptFolder({
      'b.prompt.md': '',
      'a/c.prompt.md': '',
      'a.prompt.md': '',
      'Upper.prompt.md': '',
      'a/notes.md': '',
      '.git/x.prompt.md': '',
      '.a.prompt.md.tmp': '',
    });

    expect((await new PromptFilesFolder(root).find()).map(({ path }) => path)).toEqual([
      'Upper.prompt.md',
      'a.prompt.md',
      'a/c.prompt.md',
      'b.prompt.md',
    ]);
  });

  it('preserves every byte, including a byte order mark and a lone carriage return', async () => {
    const folder = new PromptFilesFolder(await createPromptFolder());
    const text = '\uFEFF---\r\n\r\u2028😀\u0000';

    expect(await folder.write(name('a/b'), text)).toBe('created');
    expect(await folder.write(name('a/b'), text)).toBe('unchanged');
    expect(await folder.read('a/b.prompt.md')).toBe(text);
    expect(await folder.write(name('a/b'), '')).toBe('changed');
    expect(await folder.read('a/b.prompt.md')).toBe('');
  });

  it('never exposes a partially written file', async () => {
    const folder = new PromptFilesFolder(await createPromptFolder());
    const texts = ['a'.repeat(1_000_000), 'b'.repeat(1_000_000)] as const;
    await folder.write(name('x'), texts[0]);
    const seen = new Set<string>();

    for (let round = 0; round < 50; round += 1) {
      const reading = Promise.all(Array.from({ length: 4 }, () => folder.read('x.prompt.md')));
      await folder.write(name('x'), texts[(round + 1) % 2 === 0 ? 0 : 1]);
      for (const text of await reading) seen.add(text);
    }

    expect([...seen].every((text) => text === texts[0] || text === texts[1])).toBe(true);
    expect(await folder.find()).toHaveLength(1);
  });

  it('leaves no temporary file when a file cannot be replaced', async () => {
    const root = await createPromptFolder();
    await mkdir(join(root, 'a.prompt.md'));

    await expect(new PromptFilesFolder(root).write(name('a'), 'text')).rejects.toThrow(
      'a.prompt.md: is not a regular file; links are not followed',
    );
    expect(await readFiles(root)).toEqual({});
  });

  it('does not read through symbolic links or below them', async () => {
    const { folder } = await aFolderWithLinks();

    expect(await folder.find()).toEqual([{ path: 'a.prompt.md', name: 'a', isRegular: false }]);
    await expect(folder.read('a.prompt.md')).rejects.toThrow('is not a regular file; links are not followed');
  });

  it('does not write through symbolic links or below them', async () => {
    const { folder, root, outside } = await aFolderWithLinks();

    await expect(folder.write(name('below/x'), 'text')).rejects.toThrow(
      'needs a folder below, which is something else',
    );
    await expect(folder.write(name('a'), 'text')).rejects.toThrow('is not a regular file; links are not followed');
    expect(await readFiles(outside)).toEqual({ 'secret.prompt.md': 'secret' });
    expect((await lstat(join(root, 'a.prompt.md'))).isSymbolicLink()).toBe(true);
  });

  it('may itself be a symbolic link, because the user named it', async () => {
    const target = await createPromptFolder();
    const root = join(await createPromptFolder(), 'link');
    await symlink(target, root);

    await new PromptFilesFolder(root).write(name('a'), 'text');

    expect(await readFile(join(target, 'a.prompt.md'), 'utf8')).toBe('text');
  });

  it.each([
    ['too large', Buffer.alloc(2 * 1024 * 1024 + 1), 'a.prompt.md: has more than 2097152 bytes'],
    ['not UTF-8', Buffer.from([0x61, 0xff]), 'a.prompt.md: is not text in UTF-8'],
  ])('rejects a file that is %s', async (_why, bytes, message) => {
    const root = await createPromptFolder();
    await writeFile(join(root, 'a.prompt.md'), bytes);

    await expect(new PromptFilesFolder(root).read('a.prompt.md')).rejects.toThrow(message);
  });
});
