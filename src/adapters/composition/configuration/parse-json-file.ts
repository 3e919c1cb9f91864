import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export type JsonOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A sentence without its subject. */
  | { readonly kind: 'invalid'; readonly problem: string };

/** The problems quote nothing of the text, which may hold a password: JSON.parse would quote it. */
const EXPECTATIONS: ReadonlyMap<string, string> = new Map([
  ['InvalidSymbol', 'unknown word or character'],
  ['InvalidNumberFormat', 'invalid number'],
  ['UnexpectedEndOfNumber', 'invalid number'],
  ['PropertyNameExpected', 'expected a name in double quotes'],
  ['ValueExpected', 'expected a value'],
  ['ColonExpected', 'expected a colon'],
  ['CommaExpected', 'expected a comma or the closing bracket'],
  ['CloseBraceExpected', 'expected a comma or }'],
  ['CloseBracketExpected', 'expected a comma or ]'],
  ['EndOfFileExpected', 'expected nothing more'],
  ['InvalidCommentToken', 'comments are not allowed'],
  ['UnexpectedEndOfComment', 'comments are not allowed'],
  ['UnexpectedEndOfString', 'this text in double quotes has no end'],
  ['InvalidUnicode', 'this text has an invalid \\u escape'],
  ['InvalidEscapeCharacter', 'this text has an invalid escape after a backslash'],
  ['InvalidCharacter', 'this text contains a control character'],
]);

/** Parses JSON, or says where it is wrong and why. */
export function parseJsonFile(text: string): JsonOutcome {
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    const error = findFirstError(text);
    const details = error ? ` at line ${positionOf(error, text)}: ${reasonOf(error)}` : '';
    return { kind: 'invalid', problem: `is not valid JSON${details}` };
  }
}

/** Undefined when the text is nested too deeply for the parser. */
function findFirstError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // The parser is recursive, unlike JSON.parse, and reports errors only on the way back.
  }
  return errors[0];
}

const reasonOf = ({ error }: ParseError): string =>
  EXPECTATIONS.get(printParseErrorCode(error)) ?? 'unexpected character';

function positionOf({ offset }: ParseError, text: string): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
