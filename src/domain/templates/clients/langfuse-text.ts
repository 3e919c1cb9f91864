import { foreignLabelOrLatest } from '../../naming/foreign-label.ts';
import { foreignName } from '../../naming/foreign-name.ts';
import { type IncludeTarget, parseIncludeTarget, printIncludeTarget } from '../../naming/include-target.ts';
import { LATEST } from '../../naming/label.ts';
import type { VersionSelector } from '../../naming/version-selector.ts';

/** `@@@langfusePrompt:name=X|label=Y@@@`. The lengths are limited, so that it takes linear time on any text. */
const COMPOSITION_TAG = /@@@langfusePrompt:name=((?:(?!@@@)[^|\n]){1,500})\|(label|version)=([^|@\n]{1,100})@@@/g;

/**
 * The template here for a text of Langfuse. A composition tag becomes an include, unless nothing can be included by it.
 * Backslashes mean nothing there, so that those before braces are doubled.
 */
export function fromLangfuseText(text: string): string {
  const included = text.replace(COMPOSITION_TAG, (tag, name: string, by: string, selector: string) => {
    const chosen = by === 'label' ? (foreignLabelOrLatest(selector) ?? '') : selector;
    const target = parseIncludeTarget(`${foreignName(name) ?? ''}@${chosen}`);
    // A label there may look like a version here.
    return target?.selector?.by === by ? `{{> ${printIncludeTarget(target)}}}` : tag;
  });
  return included.replace(/\\+/g, (run: string, offset: number) =>
    included.startsWith('{{', offset + run.length) ? run + run : run,
  );
}

/** An include without a selector gets the one that the default rule finds. */
export function printCompositionTag({ name, selector }: IncludeTarget, defaultSelector = DEFAULT_SELECTOR): string {
  const chosen = selector ?? defaultSelector;
  const printed = chosen.by === 'version' ? `version=${chosen.version}` : `label=${chosen.label}`;
  return `@@@langfusePrompt:name=${name}|${printed}@@@`;
}

const DEFAULT_SELECTOR: VersionSelector = { by: 'label', label: LATEST };
