import type { StorageReader } from '../../../../application/ports/storage/storage-transfer.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import { readPages } from '../read-pages.ts';
import type { Parameters, Row, SqlDatabase, SqlSnapshot, SqlValue } from '../sql-database.ts';
import { statement } from '../sql-database.ts';
import { type TableKind, transferTables, USAGE_KINDS } from './sql-transfer-tables.ts';

const FIRST = statement('SELECT account_id FROM first_account');
const KEYRING = statement('SELECT * FROM keyring_check');
const ACCOUNTS = statement(
  `SELECT account.*, key_use.last_used_at FROM account LEFT JOIN key_use ON key_use.account_id = account.id
   WHERE account.id > :after ORDER BY account.id LIMIT :limit`,
);
const COUNT_ACCOUNTS = statement('SELECT COUNT(*) AS count FROM account');
const COUNT_PROMPTS = statement('SELECT COUNT(*) AS count FROM prompt');

const PAGE_ROWS = 500;
/** A version can be a thousand times as large as any other row. */
const PAGE_VERSIONS = 25;

/** The records that belong to a prompt, in the order of the transfer. */
const PARTS = ['version', 'move', 'include', 'label'] as const;

export class SqlStorageReader implements StorageReader {
  constructor(private readonly database: SqlDatabase) {}

  async *records(): AsyncIterable<TransferRow> {
    const snapshot = await this.database.snapshot();
    try {
      for (const row of await snapshot.all(FIRST, {})) yield toTransferRow('first', row);
      yield* (await snapshot.all(KEYRING, {})).map((row) => toTransferRow('keyring', row)).sort(byKid);
      for await (const row of readPages(snapshot, ACCOUNTS, PAGE_ROWS)) {
        const account = toTransferRow('account', row);
        yield account;
        yield* rowsOf(snapshot, 'rotation', account.id);
        yield* rowsOf(snapshot, 'protection', account.id);
        yield* rowsOf(snapshot, 'webhook', account.id);
        yield* promptsOf(snapshot, account.id);
        for (const kind of USAGE_KINDS) yield* rowsOf(snapshot, kind, account.id);
      }
    } finally {
      await snapshot.close();
    }
  }

  async size() {
    const [accountCount, promptCount] = await Promise.all(
      [COUNT_ACCOUNTS, COUNT_PROMPTS].map((count) => this.database.first(count, {})),
    );
    return { accounts: Number(accountCount?.['count']), prompts: Number(promptCount?.['count']) };
  }
}

/** Sorts here, because the order of text in the database depends on its locale. */
const byKid = (one: TransferRowOf<'keyring'>, other: TransferRowOf<'keyring'>): number =>
  one.kid < other.kid ? -1 : 1;

/** Reads prompts and their parts in parallel streams, which are all sorted by prompt. */
async function* promptsOf(snapshot: SqlSnapshot, accountId: string): AsyncIterable<TransferRow> {
  const parts = PARTS.map((kind) => new PartStream(rowsOf(snapshot, kind, accountId)));
  for await (const prompt of rowsOf(snapshot, 'prompt', accountId)) {
    yield prompt;
    for (const part of parts) yield* part.of(prompt.id);
  }
}

async function* rowsOf<Kind extends TableKind>(
  snapshot: SqlSnapshot,
  kind: Kind,
  accountId: string,
): AsyncGenerator<TransferRowOf<Kind>> {
  const { key, firstPage, nextPage } = transferTables[kind];
  const limit = kind === 'version' ? PAGE_VERSIONS : PAGE_ROWS;
  let page = await snapshot.all(firstPage, { account_id: accountId, limit });
  for (;;) {
    for (const row of page) yield toTransferRow(kind, row);
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    page = await snapshot.all(nextPage, { ...keyIn(last, key), account_id: accountId, limit });
  }
}

const keyIn = (row: Row, key: readonly string[]): Parameters =>
  Object.fromEntries(key.map((column) => [column, row[column] as SqlValue]));

interface PromptPart {
  readonly prompt_id: string;
}

/** Groups a stream of parts, sorted by prompt, by their prompt. */
class PartStream<Part extends PromptPart> {
  private next: Promise<IteratorResult<Part>> | undefined;

  constructor(private readonly parts: AsyncGenerator<Part>) {}

  async *of(promptId: string): AsyncIterable<Part> {
    for (;;) {
      this.next ??= this.parts.next();
      const { value, done } = await this.next;
      if (done || value.prompt_id !== promptId) return;
      this.next = undefined;
      yield value;
    }
  }
}
