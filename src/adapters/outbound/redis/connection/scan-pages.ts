/** The pages of a scan, which may contain an entry twice. */
export async function* scanPages(
  readPage: (cursor: string) => Promise<readonly [next: string, page: readonly string[]]>,
): AsyncIterable<readonly string[]> {
  let cursor = '0';
  do {
    const [next, page] = await readPage(cursor);
    yield page;
    cursor = next;
  } while (cursor !== '0');
}
