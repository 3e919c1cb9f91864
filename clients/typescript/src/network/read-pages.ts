/** The pages of a list, until there are no more. */
export async function* readPages<Page extends { readonly nextCursor: unknown }>(
  path: string,
  query: URLSearchParams,
  readPage: (path: string) => Promise<Page>,
): AsyncGenerator<Page> {
  for (;;) {
    const page = await readPage(`${path}?${query}`);
    yield page;
    const { nextCursor } = page;
    // A service that sends the same cursor again would never come to an end.
    if (typeof nextCursor !== 'string' || query.get('cursor') === nextCursor) return;
    query.set('cursor', nextCursor);
  }
}
