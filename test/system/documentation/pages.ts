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
    // The prompts of examples are no pages.
    .filter((name) => name.endsWith('.md') && !name.endsWith('.prompt.md'))
    .map((name) => join('docs', name))
    .sort(),
];

/** Every page of documentation. */
export const pages: readonly Page[] = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

export const blocksIn = ({ text }: Page): Block[] =>
  Array.from(text.matchAll(FENCE), ([, language = '', inner = '']) => ({ language, text: inner }));

/** The commands that a reader would type, in page order. */
export const commandsIn = (page: Page): string =>
  blocksIn(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');

/** Every inline code span, and every line of a command block. */
export function codeIn(page: Page): string[] {
  const spans = page.text.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g);
  const blocks = blocksIn(page).filter(({ language }) => language === 'sh' || language === 'console');
  const lines = blocks.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  return [...Array.from(spans, ([, code = '']) => code.replaceAll('\\|', '|')), ...lines];
}

/** The anchors of headings, as GitHub generates them. */
export function anchorsIn({ text }: Page): string[] {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
