import { describe, expect, it } from 'vitest';
import { type Page, RememberedPages } from '../../../src/adapters/inbound/http/prompts/remembered-pages.ts';

const MiB = 1024 * 1024;

const pageOf = (bytes: number): Page => ({ body: Buffer.alloc(bytes), nextCursor: null });

/** With a clock that stands still until it is set. */
function somePages() {
  const clock = { ms: 0 };
  return { pages: new RememberedPages(() => clock.ms), clock };
}

describe('remembered pages', () => {
  it('are given back by their tag', () => {
    const { pages } = somePages();
    const page = pageOf(10);
    pages.keep('"a"', page);

    expect(pages.get('"a"')).toMatchObject(page);
    expect(pages.get('"b"')).toBeUndefined();
  });

  it('are forgotten after five seconds', () => {
    const { pages, clock } = somePages();
    pages.keep('"a"', pageOf(10));

    clock.ms = 4999;
    expect(pages.get('"a"')).toBeDefined();
    clock.ms = 5000;
    expect(pages.get('"a"')).toBeUndefined();
  });

  it('take 8 MiB together, and the oldest make room', () => {
    const { pages } = somePages();
    for (let number = 1; number <= 9; number += 1) pages.keep(`"${number}"`, pageOf(MiB));

    expect(pages.get('"1"')).toBeUndefined();
    expect(pages.get('"2"')).toBeDefined();
    expect(pages.get('"9"')).toBeDefined();
  });

  it('count once when kept again', () => {
    const { pages } = somePages();
    pages.keep('"a"', pageOf(MiB));
    for (let turn = 1; turn <= 20; turn += 1) pages.keep('"b"', pageOf(MiB));

    expect(pages.get('"a"')).toBeDefined();
  });

  it('leave out one that would take the room of many', () => {
    const { pages } = somePages();
    pages.keep('"a"', pageOf(MiB));
    pages.keep('"large"', pageOf(MiB + 1));

    expect(pages.get('"large"')).toBeUndefined();
    expect(pages.get('"a"')).toBeDefined();
  });
});
