import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  hasFilters,
  readFilters,
  writeFilters,
} from '../../../src/adapters/inbound/dashboard/web/api/prompt-filters.ts';
import {
  LANGUAGES,
  readSnippet,
  renderSnippet,
} from '../../../src/adapters/inbound/dashboard/web/pages/prompt/code/snippets.ts';

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

const call = {
  service: 'http://127.0.0.1:3000',
  name: 'support/greeting',
  label: 'production',
  variables: [
    { name: 'name', type: 'string', required: true, default: "it's" },
    { name: 'vip', type: 'boolean', required: false },
  ],
  placeholders: ['history'],
} as const;

describe('a snippet', () => {
  it.each(LANGUAGES)('in %s never contains a key, and encodes the name of the prompt', (language) => {
    for (const snippet of [readSnippet(language, call), renderSnippet(language, call)]) {
      expect(snippet).toContain('/api/prompts/support%2Fgreeting');
      expect(snippet).toContain('PROMPTHOLD_KEY');
    }
  });

  it('for curl is quoted correctly for the shell', () => {
    const command = renderSnippet('curl', call).replace(/^curl/, 'printf "%s\\n"');
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { PROMPTHOLD_KEY: 'the-key' } });

    expect(printed).toContain('Authorization: Bearer the-key');
    expect(JSON.parse(printed.slice(printed.indexOf('{')))).toMatchObject({
      label: 'production',
      variables: { name: "it's" },
    });
  });

  it('for Python uses its literals', () => {
    expect(renderSnippet('Python', call)).toContain('"vip": True,');
  });
});
