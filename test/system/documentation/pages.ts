import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Page {
  readonly path: string;
  readonly text: string;
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

const paths = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort(),
];

/** Everything that is written for people. */
export const pages: readonly Page[] = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

export const blocksIn = ({ text }: Page): Block[] =>
  Array.from(text.matchAll(FENCE), ([, language = '', inner = '']) => ({ language, text: inner }));

/** What a reader types, in the order of the page. */
export const commandsIn = (page: Page): string =>
  blocksIn(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');

/** Every piece of code in the text, and every line of a block of commands. */
export function codeIn(page: Page): string[] {
  const spans = page.text.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g);
  const blocks = blocksIn(page).filter(({ language }) => language === 'sh' || language === 'console');
  const lines = blocks.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  return [...Array.from(spans, ([, code = '']) => code.replaceAll('\\|', '|')), ...lines];
}

/** As GitHub names the headings of a page. */
export function anchorsIn({ text }: Page): string[] {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
