const BLOCK_CHARACTERS = 4000;

/** Blocks of whole lines. Splits at line breaks, which are left out between the blocks. */
export function splitLines(text: string): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start + BLOCK_CHARACTERS);
    if (end === -1) return [...blocks, text.slice(start)];
    blocks.push(text.slice(start, end));
    start = end + 1;
  }
}
