import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Of files in this repository; a part of a page counts as the page. */
const linksIn = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);

describe('every link leads somewhere', () => {
  it.each(pages)('in %s', (page) => {
    expect(linksIn(page).filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  it('and there are some', () => {
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(10);
  });
});
