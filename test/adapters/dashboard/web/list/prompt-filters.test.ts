import { describe, expect, it } from 'vitest';
import {
  directionOf,
  hasFilters,
  readFilters,
  type SortColumn,
  sortBy,
  writeFilters,
} from '../../../../../src/adapters/inbound/dashboard/web/api/prompts/prompt-filters.ts';

describe('the filters in the address of a list', () => {
  it.each([
    '',
    'q=hello+world',
    'folder=',
    'folder=a%2Fb&tag=x&tag=y&type=chat&archived=true',
    'sort=updatedAt&order=asc',
    'order=desc',
  ])('?%s is preserved by reading and writing', (address) => {
    expect(writeFilters(readFilters(new URLSearchParams(address))).toString()).toBe(address);
  });

  it('drops unknown filters and values', () => {
    const filters = readFilters(new URLSearchParams('type=poem&archived=yes&sort=size&order=asc&other=1'));

    expect(writeFilters(filters).toString()).toBe('');
    expect(hasFilters(filters)).toBe(false);
  });

  it('distinguishes the top folder from any folder', () => {
    expect(hasFilters(readFilters(new URLSearchParams('folder=')))).toBe(true);
  });
});

describe('sorting by a column', () => {
  const sort = (address: string, column: SortColumn) => {
    const filters = readFilters(new URLSearchParams(address));
    const sorted = { ...filters, ...sortBy(column, filters) };
    return [writeFilters(sorted).toString(), directionOf(column, sorted)];
  };

  it.each([
    ['', 'name', 'order=desc', 'descending'],
    ['order=desc', 'name', '', 'ascending'],
    ['order=desc', 'updatedAt', 'sort=updatedAt', 'descending'],
    ['sort=updatedAt', 'updatedAt', 'sort=updatedAt&order=asc', 'ascending'],
    ['sort=updatedAt&order=asc', 'name', '', 'ascending'],
  ] as const)('?%s by %s leads to ?%s, %s', (before, column, after, direction) => {
    expect(sort(before, column)).toEqual([after, direction]);
  });

  it('has no direction for other columns', () => {
    expect(directionOf('updatedAt', readFilters(new URLSearchParams()))).toBe('none');
  });
});
