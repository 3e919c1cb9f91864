import { type LabelOrLatest, parseLabelOrLatest } from './label.ts';

/** The part of an include after `@`, or one end of a diff. */
export type VersionSelector =
  | { readonly by: 'label'; readonly label: LabelOrLatest }
  | { readonly by: 'version'; readonly version: number };

/** Nine digits fit the integers of every backend. No leading zero: one version has one spelling. */
export const VERSION_PATTERN = /^[1-9]\d{0,8}$/;

export function parseVersionNumber(text: string): number | undefined {
  return VERSION_PATTERN.test(text) ? Number(text) : undefined;
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
