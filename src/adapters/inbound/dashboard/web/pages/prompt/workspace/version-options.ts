import type { Prompt } from '../../../api/prompts/prompts.ts';

/** Every version as a select option, newest first, with its labels. Versions have no gaps, so no request is needed. */
export function versionOptions({ latestVersion, labels }: Pick<Prompt, 'latestVersion' | 'labels'>) {
  return Array.from({ length: latestVersion }, (_, index) => {
    const version = latestVersion - index;
    const pointing = Object.keys(labels).filter((label) => labels[label] === version);
    const names = version === latestVersion ? ['latest', ...pointing] : pointing;
    return { value: String(version), label: names.length === 0 ? `${version}` : `${version} (${names.join(', ')})` };
  });
}
