import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { blocksIn, commandsIn, pages } from '../../system/documentation/pages.ts';
import { POSTGRES, Reader } from '../../system/documentation/reader.ts';

const run = promisify(execFile);
/** Rotating the encryption key waits up to a minute, three times, for every instance to notice. */
const PAGE_MS = 300_000;

/** `sh` blocks are executed, `console` blocks are only displayed; commands appear in no other language. */
const LANGUAGES = ['sh', 'console', 'json', 'yaml', 'markdown', 'promql', 'ini', 'text', 'ts', 'python'];

/** Respects STORAGE, which may narrow the run. */
const canRun = (commands: string): boolean => wantedStorages().includes('postgres') || !commands.includes(POSTGRES);

/** The README has its own, stricter test. */
const executedPages = pages.filter(({ path }) => path !== 'README.md').filter((page) => commandsIn(page) !== '');
const displayedBlocks = pages.flatMap((page) =>
  blocksIn(page)
    .filter(({ language }) => language === 'console')
    .map(({ text }) => ({ path: page.path, text })),
);

describe('commands in the documentation', () => {
  it.each(executedPages.filter((page) => canRun(commandsIn(page))))(
    'run as written in $path',
    async (page) => {
      const reader = await Reader.start();
      onTestFinished(() => reader.dispose());

      const printed = await reader.run(page);

      const expectedLines = Array.from(commandsIn(page).matchAll(/^# → (.*)$/gm), ([, line = '']) => line);
      let from = 0;
      for (const line of expectedLines) {
        const at = printed.indexOf(line, from);
        expect(at, `"${line}" in the output:\n${printed}`).toBeGreaterThanOrEqual(0);
        from = at + line.length;
      }
    },
    PAGE_MS,
  );

  it.each(displayedBlocks)('are valid shell syntax in $path', async ({ text }) => {
    await expect(run('bash', ['-n', '-c', text])).resolves.toMatchObject({ stderr: '' });
  });

  it('are found, both executed and displayed ones', () => {
    expect(executedPages.length).toBeGreaterThan(3);
    expect(displayedBlocks.length).toBeGreaterThan(3);
  });

  it.each(pages)('are marked with a known language in $path', (page) => {
    expect(blocksIn(page).filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
    // An unclosed or indented fence would escape these checks.
    expect(page.text.match(/^\s*```/gm) ?? []).toHaveLength(2 * blocksIn(page).length);
  });
});
