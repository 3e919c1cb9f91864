import { visit } from 'jsonc-parser';
import { Rejection } from '../errors/rejection.ts';

/** Says where a body stops being JSON. `JSON.parse` quotes the body in its message, and does not always know the place. */
export function rejectMalformedJson(text: string): Rejection {
  if (text.trim() === '')
    return new Rejection('malformed_json', { sentence: 'The body is empty. Send a JSON object.' });
  const offset = findFirstError(text);
  if (offset === undefined) return new Rejection('malformed_json');
  if (offset >= text.trimEnd().length) {
    return new Rejection('malformed_json', { sentence: 'The body is not valid JSON: it ends too early.' });
  }
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return new Rejection('malformed_json', {
    sentence: `The body is not valid JSON: see line ${line}, column ${column}.`,
  });
}

export const rejectInvalidUtf8 = (): Rejection =>
  new Rejection('malformed_json', { sentence: 'The body is not valid UTF-8.' });

/** Undefined if the parser, which is more tolerant than `JSON.parse`, finds none. */
function findFirstError(text: string): number | undefined {
  let first: number | undefined;
  const stop = new Error('found');
  const onError = (_: unknown, offset: number): never => {
    first = offset;
    throw stop;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Thrown above, or by a parser that ran out of stack: then there is no place to report.
  }
  return first;
}
