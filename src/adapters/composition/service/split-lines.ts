/** Splits a text after line breaks into parts of at most so many bytes. A line that is longer is a part by itself. */
export function splitLines(text: string, bytesMax: number): readonly string[] {
  if (Buffer.byteLength(text) <= bytesMax) return [text];
  const parts: string[] = [];
  let part = '';
  let partBytes = 0;
  for (const line of text.match(/.*\n|.+$/g) ?? []) {
    const lineBytes = Buffer.byteLength(line);
    if (partBytes + lineBytes > bytesMax && part !== '') {
      parts.push(part);
      part = '';
      partBytes = 0;
    }
    part += line;
    partBytes += lineBytes;
  }
  return [...parts, part];
}
