import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { pages } from './pages.ts';
import { Reader } from './reader.ts';

describe('the README', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.sitDown();
  });
  afterAll(() => reader.leave());

  it('tells the story of a key and a prompt, and every command does what it says', async () => {
    const readme = pages.find(({ path }) => path === 'README.md');
    invariant(readme !== undefined, 'there is a README');

    const lines = (await reader.type(readme)).split('\n');

    const seen = (text: string): number => lines.filter((line) => line.includes(text)).length;
    expect(seen('"token":"ph_')).toBeGreaterThan(0);
    expect(lines).toContain('304');
    expect(seen('"code":"variables_invalid","details":[{"path":"city","problem":"missing"}]')).toBe(1);
    expect(seen('"text":"Dear Ada from London, thank you."')).toBe(1);
    expect(seen('"code":"breaking_change","details":[{"path":"city"')).toBe(1);
    expect(seen('"data":{"label":"production","version":2,"previous":1')).toBe(1);
    expect(seen('"data":{"label":"production","version":1,"previous":2')).toBe(1);
    expect(seen('"resolved":{"by":"label","label":"production","version":')).toBe(1);
    expect(await readFile(join(reader.service.folder, 'prompts/support/reply.prompt.md'), 'utf8')).toContain(
      'Dear {{name}}',
    );
  });
});
