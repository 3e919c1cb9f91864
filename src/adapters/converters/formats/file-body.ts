/** The body of a file, cut into messages but still in the template language of its tool. Lines are those of the file. */
export type FileBody =
  | { readonly type: 'text'; readonly text: string; readonly line: number }
  | { readonly type: 'chat'; readonly parts: readonly BodyPart[] };

export type BodyPart = BodyMessage | BodyPlaceholder;

export interface BodyMessage {
  /** The tool's own name for the role. */
  readonly role: string;
  /** May contain `JOINT`. */
  readonly text: string;
  /** The line that the text begins at. */
  readonly line: number;
}

export interface BodyPlaceholder {
  readonly placeholder: string;
  readonly line: number;
  /** The thing that the placeholder stands for instead of messages, such as `an image`; left out if nothing is lost. */
  readonly loses?: string | undefined;
}

/** Something in a body that is left out. */
export interface BodyLoss {
  readonly line: number;
  readonly problem: string;
}

export type BodyOutcome =
  | { readonly kind: 'body'; readonly body: FileBody; readonly losses: readonly BodyLoss[] }
  | { readonly kind: 'damaged'; readonly line: number; readonly problem: string };

/**
 * Stands where a text was cut within a line. Converting the text drops lines with nothing but a tag, and a tag beside
 * something that was cut off is not alone. A noncharacter of Unicode, which no text contains.
 */
export const JOINT = '\uFDD0';

/** The text without line breaks around it, and its line. */
export function stripLineBreaks(text: string, line: number): { readonly text: string; readonly line: number } {
  let start = 0;
  let end = text.length;
  while (isLineBreak(text[start])) start += 1;
  while (end > start && isLineBreak(text[end - 1])) end -= 1;
  return { text: text.slice(start, end), line: line + countLineBreaks(text.slice(0, start)) };
}

export const countLineBreaks = (text: string): number => text.split('\n').length - 1;

const isLineBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';
