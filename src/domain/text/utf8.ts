/**
 * How many bytes the text takes as UTF-8, without making them.
 *
 * A lone surrogate counts three, as does the replacement character that an encoder writes in its place.
 */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A pair is two units and four bytes: its second half has been counted with the first.
    if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) index += 1;
  }
  return bytes;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
