import { parsePromptReference } from '../../../../src/domain/naming/prompt-name.ts';
import {
  parseVersionNumber,
  printVersionSelector,
  type VersionSelector,
} from '../../../../src/domain/naming/version-selector.ts';
import { PromptholdError, PromptNotFound } from '../errors.ts';
import { readLabel } from '../options/read-options.ts';

/** A prompt that a caller or an include asks for. */
export interface PromptTarget {
  /** A name or an id. */
  readonly reference: string;
  /** If undefined, the service decides: production, else the latest. */
  readonly selector: VersionSelector | undefined;
}

/** `name`, `name@label` or `name@version`. */
export const keyOf = ({ reference, selector }: PromptTarget): string =>
  selector ? `${reference}@${printVersionSelector(selector)}` : reference;

export const selectorText = ({ selector }: PromptTarget): string | undefined =>
  selector && printVersionSelector(selector);

/** A version is immutable, so that it never has to be read again. */
export const isPinned = ({ selector }: PromptTarget): boolean => selector?.by === 'version';

export interface Selection {
  readonly label?: string | undefined;
  readonly version?: number | undefined;
}

/** Throws for a selection that no prompt could have, and for a name that no prompt can have. */
export function toTarget(name: string, { label, version }: Selection): PromptTarget {
  const selector = toSelector({ label, version });
  if (typeof name === 'string' && parsePromptReference(name)) return { reference: name, selector };
  const advice = typeof name === 'string' && name.includes('@') ? ' Select a version or label with an option.' : '';
  throw new PromptNotFound('prompt_not_found', `${JSON.stringify(name)} is not the name of a prompt.${advice}`);
}

function toSelector({ label, version }: Selection): VersionSelector | undefined {
  if (label !== undefined && version !== undefined) {
    throw new PromptholdError('configuration', 'Select either a label or a version.');
  }
  if (label !== undefined) return { by: 'label', label: readLabel(label) };
  if (version === undefined) return undefined;
  const parsed = typeof version === 'number' ? parseVersionNumber(String(version)) : undefined;
  if (parsed === undefined) throw new PromptholdError('configuration', 'A version is a whole number from 1.');
  return { by: 'version', version: parsed };
}

/** Path of the API that serves the prompt. */
export function pathOf({ reference, selector }: Partial<PromptTarget> & Pick<PromptTarget, 'reference'>): string {
  const query = selector ? `?${selector.by}=${encodeURIComponent(printVersionSelector(selector))}` : '';
  return `/api/prompts/${encodeURIComponent(reference)}${query}`;
}
