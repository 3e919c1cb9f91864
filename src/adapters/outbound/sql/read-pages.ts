import type { Row, SqlSnapshot, Statement } from './sql-database.ts';

/** Reads all rows in the order of their ids, page by page. The statement takes `:after` and `:limit`. */
export async function* readPages(
  database: Pick<SqlSnapshot, 'all'>,
  page: Statement,
  limit: number,
): AsyncIterable<Row> {
  let after = '';
  for (;;) {
    const rows = await database.all(page, { after, limit });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = String(last['id']);
  }
}
