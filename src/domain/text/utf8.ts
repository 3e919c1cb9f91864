/**
 * Counts the bytes of a text in UTF-8 without encoding it.
 *
 * A lone surrogate counts as three, like the replacement character that an encoder writes for it.
 */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A surrogate pair is two units and four bytes; both units are counted by now.
    if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) index += 1;
  }
  return bytes;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
