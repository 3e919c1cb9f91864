import { parseTemplate } from '../../../../../domain/templates/template.ts';
import { type TemplateToken, tokenize } from '../../../../../domain/templates/template-tokens.ts';

export type HighlightKind = 'variable' | 'section' | 'include' | 'escape' | 'mistake';

/** A piece of a template that is more than plain text. Offsets count UTF-16 units, as editors do. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
  readonly kind: HighlightKind;
}

/** Backslashes before braces, and the braces themselves where they are escaped. */
const ESCAPE = /\\+\{{0,2}$/;

/** What the server will take for a tag, and nothing else: it is the server's own tokenizer. */
export function templateHighlights(text: string): readonly Highlight[] {
  const mistakes = mistakenOffsets(text);
  return [...tokenize(text)].flatMap((token) => {
    const kind = mistakes.has(token.offset) ? 'mistake' : kindOf(token);
    if (!kind) return [];
    const length = kind === 'escape' ? (ESCAPE.exec(token.source)?.[0].length ?? 0) : token.source.length;
    const to = token.offset + token.source.length;
    return [{ from: to - length, to, kind }];
  });
}

function kindOf(token: TemplateToken): HighlightKind | undefined {
  switch (token.kind) {
    case 'text':
      return token.text === token.source ? undefined : 'escape';
    case 'variable':
    case 'item':
      return 'variable';
    case 'include':
      return 'include';
    default:
      return 'section';
  }
}

function mistakenOffsets(text: string): ReadonlySet<number> {
  const outcome = parseTemplate(text);
  if (outcome.kind === 'template') return new Set();
  const starts = lineStarts(text);
  return new Set(outcome.problems.map(({ line, column }) => (starts[line - 1] ?? 0) + column - 1));
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
