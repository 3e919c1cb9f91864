import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { blocksIn, pages } from './pages.ts';
import { Reader } from './reader.ts';

const readme = () => {
  const found = pages.find(({ path }) => path === 'README.md');
  invariant(found !== undefined, 'the README is one of the pages');
  return found;
};

describe('the README', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
  });
  afterAll(() => reader.dispose());

  it('explains what it is in five lines, then runs it and tests it with one command each', () => {
    const [introduction = ''] = /(?<=^# Prompthold\n\n)(?:.+\n)+/.exec(readme().text) ?? [];
    expect(introduction.trim().split('\n')).toHaveLength(5);

    const [first] = blocksIn(readme());
    expect(first?.text).toBe('npm ci && npm start\n');
    expect(readme().text).toContain('`npm ci && npm test`');
  });

  it('shows the life of a key and a prompt with commands that work as written', async () => {
    const lines = (await reader.run(readme())).split('\n');

    const countLines = (text: string): number => lines.filter((line) => line.includes(text)).length;
    expect(countLines('"token":"ph_')).toBeGreaterThan(0);
    expect(lines).toContain('304');
    expect(countLines('"code":"variables_invalid","details":[{"path":"city","problem":"missing"')).toBe(1);
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
