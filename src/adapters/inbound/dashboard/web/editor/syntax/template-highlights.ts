import { printIncludeTarget } from '../../../../../../domain/naming/include-target.ts';
import { parseTemplate } from '../../../../../../domain/templates/template.ts';
import { type TemplateToken, tokenize } from '../../../../../../domain/templates/template-tokens.ts';

export type HighlightKind = 'variable' | 'section' | 'include' | 'escape' | 'unknown-include';

/** A tag or escape in a template. Offsets count UTF-16 units, as editors do. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
  readonly kind: HighlightKind;
}

/** Backslashes before braces, and escaped braces. */
const ESCAPE = /\\+\{{0,2}$/;

/**
 * Uses the server's tokenizer, so that it marks exactly the tags that the server sees. No tag spans two lines, so any
 * number of whole lines can be highlighted without the others. `unknownIncludes` are the targets of includes that do not
 * exist.
 */
export function templateHighlights(text: string, unknownIncludes: readonly string[] = []): readonly Highlight[] {
  return [...tokenize(text)].flatMap((token) => {
    const kind = kindOf(token, unknownIncludes);
    if (!kind) return [];
    const length = kind === 'escape' ? (ESCAPE.exec(token.source)?.[0].length ?? 0) : token.source.length;
    const to = token.offset + token.source.length;
    return [{ from: to - length, to, kind }];
  });
}

function kindOf(token: TemplateToken, unknownIncludes: readonly string[]): HighlightKind | undefined {
  switch (token.kind) {
    case 'text':
      return token.text === token.source ? undefined : 'escape';
    case 'variable':
    case 'item':
      return 'variable';
    case 'include':
      return unknownIncludes.includes(printIncludeTarget(token.target)) ? 'unknown-include' : 'include';
    default:
      return 'section';
  }
}

/** The tags of sections that are not closed, or not opened. Takes the whole text. */
export function findMistakes(text: string): readonly { readonly from: number; readonly to: number }[] {
  const outcome = parseTemplate(text);
  if (outcome.kind === 'template') return [];
  const starts = lineStarts(text);
  return outcome.problems.map(({ line, column }) => {
    const from = (starts[line - 1] ?? 0) + column - 1;
    return { from, to: text.indexOf('}}', from) + 2 };
  });
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
