import { findNearTags, type NearTagProblem } from './near-tags.ts';
import type { ContentInput } from './prompt-content.ts';

/** Plain text in content that its author may have meant as a tag. Lines and columns count from 1; columns in UTF-16 units, as in editors. */
export interface ContentWarning {
  /** `content`, or `messages.2.content`. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly problem: NearTagProblem;
  readonly text: string;
}

/** Bounds the response to a write, which could otherwise become larger than the request. */
export const WARNINGS_MAX = 100;

export function findWarnings(content: ContentInput): readonly ContentWarning[] {
  const warnings: ContentWarning[] = [];
  for (const [path, text] of textsOf(content)) {
    let [line, lineStart, lineEnd] = [1, 0, text.indexOf('\n')];
    for (const { offset, source, problem } of findNearTags(text)) {
      while (lineEnd !== -1 && lineEnd < offset) {
        [line, lineStart] = [line + 1, lineEnd + 1];
        lineEnd = text.indexOf('\n', lineStart);
      }
      warnings.push({ path, line, column: offset - lineStart + 1, problem, text: source });
      if (warnings.length === WARNINGS_MAX) return warnings;
    }
  }
  return warnings;
}

const textsOf = (content: ContentInput): readonly (readonly [path: string, text: string])[] =>
  content.type === 'text'
    ? [['content', content.content]]
    : content.messages.map((message, index) => [
        `messages.${index}.content`,
        'content' in message ? message.content : '',
      ]);
