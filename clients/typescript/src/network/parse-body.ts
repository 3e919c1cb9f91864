import { parseJson } from '../../../../src/domain/text/parse-json.ts';

/** Undefined when the text is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}
