import type { Prompt } from '../../../api/prompts.ts';

/** Every version for a select, newest first, with the labels at it. Versions count up without gaps, so none is asked for. */
export function versionChoices({ latestVersion, labels }: Pick<Prompt, 'latestVersion' | 'labels'>) {
  return Array.from({ length: latestVersion }, (_, index) => {
    const version = latestVersion - index;
    const at = Object.keys(labels).filter((label) => labels[label] === version);
    const names = version === latestVersion ? ['latest', ...at] : at;
    return { value: String(version), label: names.length === 0 ? `${version}` : `${version} (${names.join(', ')})` };
  });
}
