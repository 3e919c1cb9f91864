import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, type Page, pages } from './pages.ts';

interface Link {
  /** Empty for the page itself. */
  readonly file: string;
  readonly anchor: string;
}

/** To files of this repository, and to parts of them. */
const linksIn = ({ text }: Page): Link[] =>
  Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g), ([, file = '', anchor = '']) => ({
    file,
    anchor,
  }));

const targetOf = ({ path }: Page, { file }: Link): string => (file === '' ? path : join(path, '..', file));

function isBroken(page: Page, link: Link): boolean {
  const target = targetOf(page, link);
  if (link.anchor === '') return !existsSync(target);
  const known = pages.find(({ path }) => path === target);
  return !known || !anchorsIn(known).includes(link.anchor);
}

describe('links in the documentation', () => {
  it.each(pages)('resolve in $path', (page) => {
    expect(linksIn(page).filter((link) => isBroken(page, link))).toEqual([]);
  });

  it('are found, including links to sections', () => {
    const links = pages.flatMap(linksIn);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ anchor }) => anchor !== '').length).toBeGreaterThan(10);
  });

  it('reach every page', () => {
    const reached = pages.flatMap((page) => linksIn(page).map((link) => targetOf(page, link)));
    expect(pages.map(({ path }) => path).filter((path) => path !== 'README.md' && !reached.includes(path))).toEqual([]);
  });
});
