import { describe, expect, it } from 'vitest';
import {
  findFolderProblem,
  findLabelProblem,
  type ImportSettings,
  prepareImport,
} from '../../../../src/adapters/inbound/dashboard/web/pages/import/prepare-import.ts';

const SETTINGS: ImportSettings = { from: 'auto', folder: '', label: '', raw: false };
const NOW = new Date('2026-11-16T12:00:00.000Z');

const prepare = (path: string, text: string, settings: Partial<ImportSettings> = {}) =>
  prepareImport([{ path, text, isChosen: true }], { ...SETTINGS, ...settings }, NOW);

describe('a prepared import', () => {
  it('lists prompts with their labels', () => {
    expect(prepare('a.prompt', 'Hi {{name}}', { folder: 'x', label: 'staging' }).prompts).toEqual([
      { name: 'x/a', type: 'text', versions: 1, labels: ['staging'] },
    ]);
  });

  it('refuses a file that the user chose and no format detects', () => {
    expect(prepare('notes.txt', 'Buy milk').refusals).toEqual([
      { file: 'notes.txt', path: '', problem: 'is in an unknown format. Choose the format above if you know it.' },
    ]);
  });

  it('imports what cannot be converted as plain text when asked to', () => {
    expect(prepare('a.prompt', 'User: {{ name | upper }}').prompts).toEqual([]);
    expect(prepare('a.prompt', 'User: {{ name | upper }}', { raw: true }).prompts).toHaveLength(1);
  });

  it('names folders and labels that are not valid', () => {
    expect(['', 'a/b', 'a/b/c/d'].map(findFolderProblem)).toEqual([null, null, null]);
    expect(['A', 'a/', 'a/b/c/d/e'].map(findFolderProblem)).not.toContain(null);
    expect(['', 'production'].map(findLabelProblem)).toEqual([null, null]);
    expect(['latest', '2x', 'A'].map(findLabelProblem)).not.toContain(null);
  });
});
