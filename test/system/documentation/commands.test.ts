import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { blocksIn, commandsIn, pages } from './pages.ts';
import { POSTGRES, Reader } from './reader.ts';

const run = promisify(execFile);
/** Changing the encryption key means to wait until every instance has noticed: three times, a minute at most. */
const TYPING_MS = 300_000;

/** `sh` is run, `console` is only shown; there is no third way to write commands. */
const LANGUAGES = ['sh', 'console', 'json', 'yaml', 'markdown', 'promql', 'ini', 'text', 'ts'];

/** As far as STORAGE does not narrow the run. */
const canBeTyped = (commands: string): boolean => wantedStorages().includes('postgres') || !commands.includes(POSTGRES);

/** The README has a test of its own, which looks closer. */
const typed = pages.filter(({ path }) => path !== 'README.md').filter((page) => commandsIn(page) !== '');
const shown = pages.flatMap((page) =>
  blocksIn(page)
    .filter(({ language }) => language === 'console')
    .map(({ text }) => ({ path: page.path, text })),
);

describe('the commands of a page', () => {
  it.each(typed.filter((page) => canBeTyped(commandsIn(page))))(
    'do what $path says',
    async (page) => {
      const reader = await Reader.sitDown();
      onTestFinished(() => reader.leave());

      const printed = await reader.type(page);

      const promised = Array.from(commandsIn(page).matchAll(/^# → (.*)$/gm), ([, line = '']) => line);
      let from = 0;
      for (const line of promised) {
        const at = printed.indexOf(line, from);
        expect(at, `"${line}" in what was printed:\n${printed}`).toBeGreaterThanOrEqual(0);
        from = at + line.length;
      }
    },
    TYPING_MS,
  );

  it.each(shown)('can be read by a shell, in $path', async ({ text }) => {
    await expect(run('bash', ['-n', '-c', text])).resolves.toMatchObject({ stderr: '' });
  });

  it('are there, to be run and to be shown', () => {
    expect(typed.length).toBeGreaterThan(3);
    expect(shown.length).toBeGreaterThan(3);
  });

  it.each(pages)('are marked as such in $path', (page) => {
    expect(blocksIn(page).filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
    // A fence that is not closed, or indented, would escape all of this.
    expect(page.text.match(/^\s*```/gm) ?? []).toHaveLength(2 * blocksIn(page).length);
  });
});
