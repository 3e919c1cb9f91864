import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../src/adapters/composition/configuration/settings.ts';
import { commandHelp } from './command-help.ts';
import { codeIn, type Page, pages } from './pages.ts';

/** About forty commands, each in its own process. */
const HELP_MS = 300_000;

/** Variables that are not settings: they belong to clients, or to the program itself. */
const OTHER_VARIABLES = [
  'PROMPTHOLD_CONFIG',
  'PROMPTHOLD_URL',
  'PROMPTHOLD_KEY',
  'PROMPTHOLD_KEY_FILE',
  'PROMPTHOLD_SNAPSHOT',
];

const variables = new Set([
  ...OTHER_VARIABLES,
  ...settings.flatMap(({ environmentName, fileVariable }) => [environmentName, fileVariable]),
]);
const settingNames = new Set(settings.map(({ path }) => path));
const sections = [...new Set(settings.map(({ keys: [section] }) => section))].join('|');
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

/** Returns each match, or its first group if the pattern has one, in any of the texts. */
const findAll = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole));

describe.each(pages)('$path', (page) => {
  it('names only existing variables', () => {
    const named = findAll([page.text], /\bPROMPTHOLD_[A-Z_]*[A-Z]\b/g);
    expect(named.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('names only existing settings', () => {
    const named = findAll(codeIn(page), new RegExp(`^((?:${sections})\\.[a-zA-Z.]+)(?=$|[ :])`, 'g'));
    const files = /\.(json|md|ts|conf)$/;
    expect(named.filter((name) => !settingNames.has(name) && !files.test(name))).toEqual([]);
  });

  it('names only existing npm scripts', () => {
    const named = findAll(codeIn(page), /\bnpm run (?:--silent )?([\w:]+)/g);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('names only existing files', () => {
    const named = findAll(codeIn(page), /^(?:src|test|docs|config)\/[\w./-]+$/g);
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });
});

interface Mention {
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** Finds every `prompthold …` command, however it is started, up to its end. */
function mentionsIn(page: Page): Mention[] {
  const lines = codeIn(page).map((line) =>
    line
      .replaceAll(/docker compose (?:run|exec)(?: -\S+)* prompthold[\w-]*(?: prompthold)?/g, 'prompthold')
      .replaceAll(/npm run --silent cli --/g, 'prompthold'),
  );
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/(?<![\w/-])prompthold +([a-z][^|;&)#]*)/g), ([, rest = '']) => ({
      words: rest.split(' ').filter((word) => word !== ''),
      options: findAll([rest], /(?<= )--[a-z-]+/g),
    })),
  );
}

describe('the command line', () => {
  let help: ReadonlyMap<string, string>;

  beforeAll(async () => {
    help = await commandHelp();
  }, HELP_MS);

  it('is listed completely by its own help', () => {
    expect([...help.keys()]).toEqual(expect.arrayContaining(['serve', 'account create', 'keyring retire']));
    expect(pages.flatMap(mentionsIn).length).toBeGreaterThan(30);
  });

  it.each(pages)('has every command and option that $path names', (page) => {
    const wrong = mentionsIn(page).filter(({ words: [first = '', second], options }) => {
      const text = help.get(`${first} ${second}`) ?? help.get(first);
      return text === undefined || options.some((option) => !text.includes(option));
    });
    expect(wrong).toEqual([]);
  });

  it('is documented completely in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect([...help.keys()].filter((command) => !readme.includes(`| \`${command}`))).toEqual([]);
  });
});
