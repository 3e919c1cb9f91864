import { type PromptName, parsePromptName } from './prompt-name.ts';
import { parseVersionSelector, printVersionSelector, type VersionSelector } from './version-selector.ts';

/** The target of an include. Without a selector, the default rule decides: production, else the latest. */
export interface IncludeTarget {
  readonly name: PromptName;
  readonly selector: VersionSelector | undefined;
}

/**
 * `name` or `name@label-or-version`.
 *
 * Includes name prompts, never ids: an import assigns new ids, so an include by id would break in another installation.
 */
export function parseIncludeTarget(text: string): IncludeTarget | undefined {
  const at = text.indexOf('@');
  const name = parsePromptName(at === -1 ? text : text.slice(0, at));
  if (!name) return undefined;
  if (at === -1) return { name, selector: undefined };
  const selector = parseVersionSelector(text.slice(at + 1));
  return selector && { name, selector };
}

/** Unique per target, so it also serves as a map key. */
export function printIncludeTarget({ name, selector }: IncludeTarget): string {
  return selector ? `${name}@${printVersionSelector(selector)}` : name;
}
