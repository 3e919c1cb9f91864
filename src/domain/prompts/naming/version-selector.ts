import { type LabelOrLatest, parseLabelOrLatest } from './label.ts';

/** What follows the `@` of an include, and what the ends of a diff are named by. */
export type VersionSelector =
  | { readonly by: 'label'; readonly label: LabelOrLatest }
  | { readonly by: 'version'; readonly version: number };

/** Nine digits fit every backend's integers and outlast every prompt. No leading zero: one version has one spelling. */
const VERSION = /^[1-9][0-9]{0,8}$/;

export function parseVersionNumber(text: string): number | undefined {
  return VERSION.test(text) ? Number(text) : undefined;
}

/** Labels begin with a letter and versions with a digit, so no text can be both. */
export function parseVersionSelector(text: string): VersionSelector | undefined {
  const version = parseVersionNumber(text);
  if (version !== undefined) return { by: 'version', version };
  const label = parseLabelOrLatest(text);
  return label && { by: 'label', label };
}

export function printVersionSelector(selector: VersionSelector): string {
  return selector.by === 'version' ? String(selector.version) : selector.label;
}
