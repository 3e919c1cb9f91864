import { describe, expect, it } from 'vitest';
import {
  hasFilters,
  readFilters,
  writeFilters,
} from '../../../../src/adapters/inbound/dashboard/web/api/prompt-filters.ts';

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
