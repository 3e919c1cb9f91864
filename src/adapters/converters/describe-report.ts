import type { Loss } from './conversion.ts';

/** One line for people: `prompts.json:12 0.labels: label 2024 is dropped`. */
export function describeReport({ file, path, line, problem }: Loss): string {
  if (problem.startsWith('not convertible: ')) return problem;
  const place = line === undefined ? file : `${file}:${line}`;
  // A path such as `line 7` repeats the line.
  const key = line !== undefined && path === `line ${line}` ? '' : path;
  const where = [place, key].filter((part) => part !== '').join(' ');
  return where === '' ? problem : `${where}: ${problem}`;
}
