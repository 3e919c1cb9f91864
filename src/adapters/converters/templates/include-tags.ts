import { foreignLabel } from '../../../domain/naming/foreign-label.ts';
import { foreignName } from '../../../domain/naming/foreign-name.ts';
import { parseIncludeTarget } from '../../../domain/naming/include-target.ts';
import { parseVersionSelector } from '../../../domain/naming/version-selector.ts';

/** Tags for other prompts: `@@@langfusePrompt:name=X|label=Y@@@`, or `@@@X@@@` of PromptLayer. */
export type IncludeTags = 'langfuse' | 'promptlayer';

export interface IncludeReference {
  /** The name as the source writes it. */
  readonly name: string;
  /** A label or a version, if the source selects one. */
  readonly selector: string | undefined;
}

/** The target of an include as our templates write it; undefined when there is none. */
export function includeTarget({ name, selector }: IncludeReference): string | undefined {
  const ours = foreignName(name);
  const chosen = selector && (parseVersionSelector(selector) ? selector : (foreignLabel(selector) ?? selector));
  const target = ours === undefined || chosen === undefined ? ours : `${ours}@${chosen}`;
  return target !== undefined && parseIncludeTarget(target) ? target : undefined;
}

/** A piece of a text that may contain tags for includes. */
export type IncludePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'include'; readonly source: string; readonly reference: IncludeReference };

/** Tags are on one line, and not too long: two of these signs can be far apart by chance. */
const TAGS = {
  langfuse: /@@@langfusePrompt:([^\n]{1,400}?)@@@/g,
  promptlayer: /@@@([^@\n][^\n]{0,400}?)@@@/g,
};

/** Splits a text at its tags for includes. Texts of that form that are not such tags stay text. */
export function splitAtIncludes(text: string, tags: IncludeTags): readonly IncludePiece[] {
  const pieces: IncludePiece[] = [];
  let done = 0;
  for (const match of text.matchAll(TAGS[tags])) {
    const [source, inside = ''] = match;
    const reference = tags === 'langfuse' ? parseLangfuse(inside) : parsePromptLayer(inside);
    if (!reference) continue;
    pieces.push({ kind: 'text', text: text.slice(done, match.index) });
    pieces.push({ kind: 'include', source, reference });
    done = match.index + source.length;
  }
  pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}

/** `name=X|label=Y` or `name=X|version=N`. */
function parseLangfuse(inside: string): IncludeReference | undefined {
  const [, name, label, version] = /^name=([^|]+)(?:\|label=([^|]+)|\|version=([1-9]\d*))$/.exec(inside) ?? [];
  return name === undefined ? undefined : { name, selector: label ?? version };
}

/** `X`, `X@version_number:3` or `X@label:prod`. */
function parsePromptLayer(inside: string): IncludeReference | undefined {
  const [, name, selector] = /^([^@]+)(?:@(?:version_number|label):([^@]+))?$/.exec(inside.trim()) ?? [];
  return name === undefined ? undefined : { name: name.trim(), selector: selector?.trim() };
}
