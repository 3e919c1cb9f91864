import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { pages } from './pages.ts';
import { Reader } from './reader.ts';

describe('the README', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
  });
  afterAll(() => reader.dispose());

  it('shows the life of a key and a prompt with commands that work as written', async () => {
    const readme = pages.find(({ path }) => path === 'README.md');
    invariant(readme !== undefined, 'the README is one of the pages');

    const lines = (await reader.run(readme)).split('\n');

    const countLines = (text: string): number => lines.filter((line) => line.includes(text)).length;
    expect(countLines('"token":"ph_')).toBeGreaterThan(0);
    expect(lines).toContain('304');
    expect(countLines('"code":"variables_invalid","details":[{"path":"city","problem":"missing"}]')).toBe(1);
    expect(countLines('"text":"Dear Ada from London, thank you."')).toBe(1);
    expect(countLines('"code":"breaking_change","details":[{"path":"city"')).toBe(1);
    expect(countLines('"data":{"label":"production","version":2,"previous":1')).toBe(1);
    expect(countLines('"data":{"label":"production","version":1,"previous":2')).toBe(1);
    expect(countLines('"resolved":{"by":"label","label":"production","version":')).toBe(1);
    expect(await readFile(join(reader.service.folder, 'prompts/support/reply.prompt.md'), 'utf8')).toContain(
      'Dear {{name}}',
    );
  });
});
