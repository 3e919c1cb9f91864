/** Counts code points: an emoji outside the basic plane is one character, not two. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
