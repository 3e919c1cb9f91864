/** Undefined for what is not JSON. An error of JSON.parse would quote the text, which may hold keys. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
