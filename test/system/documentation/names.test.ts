import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../src/adapters/composition/configuration/settings.ts';
import { commandHelp } from './command-help.ts';
import { codeIn, type Page, pages } from './pages.ts';

/** Each command is a process of its own, and there are some forty. */
const HELP_MS = 300_000;

/** Of clients and of the program itself; all others are settings. */
const OTHER_VARIABLES = ['PROMPTHOLD_CONFIG', 'PROMPTHOLD_URL', 'PROMPTHOLD_KEY', 'PROMPTHOLD_KEY_FILE'];

const variables = new Set([
  ...OTHER_VARIABLES,
  ...settings.flatMap(({ environmentName, fileVariable }) => [environmentName, fileVariable]),
]);
const settingNames = new Set(settings.map(({ path }) => path));
const sections = [...new Set(settings.map(({ keys: [section] }) => section))].join('|');
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

/** Each whole match, or its first group where there is one, in any of the texts. */
const found = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole));

describe.each(pages)('$path', (page) => {
  it('names only variables that there are', () => {
    const named = found([page.text], /\bPROMPTHOLD_[A-Z_]*[A-Z]\b/g);
    expect(named.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('names only settings that there are', () => {
    const named = found(codeIn(page), new RegExp(`^((?:${sections})\\.[a-zA-Z.]+)(?=$|[ :])`, 'g'));
    const files = /\.(json|md|ts|conf)$/;
    expect(named.filter((name) => !settingNames.has(name) && !files.test(name))).toEqual([]);
  });

  it('names only scripts that there are', () => {
    const named = found(codeIn(page), /\bnpm run (?:--silent )?([\w:]+)/g);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('names only files that there are', () => {
    const named = found(codeIn(page), /^(?:src|test|docs|config)\/[\w./-]+$/g);
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });
});

interface Mention {
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** Every `prompthold …`, however it is started, up to the end of that command. */
function mentionsIn(page: Page): Mention[] {
  const lines = codeIn(page).map((line) =>
    line
      .replaceAll(/docker compose (?:run|exec)(?: -\S+)* prompthold[\w-]*(?: node dist\/main\.js)?/g, 'prompthold')
      .replaceAll(/npm run --silent cli --|node dist\/main\.js/g, 'prompthold'),
  );
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/(?<![\w/-])prompthold +([a-z][^|;&)#]*)/g), ([, rest = '']) => ({
      words: rest.split(' ').filter((word) => word !== ''),
      options: found([rest], /(?<= )--[a-z-]+/g),
    })),
  );
}

describe('the command line', () => {
  let help: ReadonlyMap<string, string>;

  beforeAll(async () => {
    help = await commandHelp();
  }, HELP_MS);

  it('is found by its own help', () => {
    expect([...help.keys()]).toEqual(expect.arrayContaining(['serve', 'account create', 'keyring retire']));
    expect(pages.flatMap(mentionsIn).length).toBeGreaterThan(30);
  });

  it.each(pages)('has every command that $path names, with its options', (page) => {
    const wrong = mentionsIn(page).filter(({ words: [first = '', second], options }) => {
      const text = help.get(`${first} ${second}`) ?? help.get(first);
      return text === undefined || options.some((option) => !text.includes(option));
    });
    expect(wrong).toEqual([]);
  });

  it('is in the README as a whole', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect([...help.keys()].filter((command) => !readme.includes(`| \`${command}`))).toEqual([]);
  });
});
