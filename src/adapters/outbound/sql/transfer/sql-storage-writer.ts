import type {
  StorageWriter,
  TransferBatch,
  TransferBegin,
} from '../../../../application/ports/storage/storage-transfer.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import { asTransferRows, type TransferRow } from '../../rows/transfer-row.ts';
import { SqlAccountRepository } from '../accounts/sql-account-repository.ts';
import { BEGIN_BACKLOG, SqlSearchIndexing } from '../prompts/search/sql-search-indexing.ts';
import { type SqlDatabase, statement, type Write } from '../sql-database.ts';
import { accountWrites } from './sql-account-writes.ts';

/** Begins only in an empty storage. Data that expires by itself does not count. */
const BEGIN = statement(
  `INSERT INTO transfer (only_row, source)
   SELECT 1, CAST(:source AS TEXT) WHERE NOT EXISTS (SELECT 1 FROM account)
     AND NOT EXISTS (SELECT 1 FROM first_account) AND NOT EXISTS (SELECT 1 FROM keyring_check)
   ON CONFLICT (only_row) DO NOTHING`,
);
const MARKER = statement('SELECT source, account_id, records FROM transfer');
const MOVE_MARKER = statement('UPDATE transfer SET account_id = :account_id, records = :records');
const FINISH = statement('DELETE FROM transfer');

const SET_FIRST = statement(
  `INSERT INTO first_account (only_row, account_id) VALUES (1, :account_id)
   ON CONFLICT (only_row) DO UPDATE SET account_id = excluded.account_id`,
);
const SET_KEYRING = statement(
  `INSERT INTO keyring_check (kid, value, standing) VALUES (:kid, :value, :standing)
   ON CONFLICT (kid) DO UPDATE SET value = excluded.value, standing = excluded.standing`,
);
/**
 * Postgres plans its foreign key checks once per connection, from its statistics. While the tables are being filled,
 * these still say that they are empty and that scanning all prompts of an account is cheap. SQLite does not need this.
 */
const ANALYZE_TABLES: readonly Write[] = ['prompt', 'prompt_version', 'prompt_content', 'prompt_label'].map(
  (table) => ({
    statement: statement({ sqlite: 'SELECT 1', postgres: `ANALYZE ${table}` }),
    parameters: {},
  }),
);
const FIRST_ANALYZE_AT = 1000;

/** Nobody waits for this process. Their contents take at most 25 MiB. */
const INDEXED_PER_STEP = 100;

/** Every page is written only once, so a large SQLite page cache would waste memory. */
const SHRINK_PAGE_CACHE: Write = {
  statement: statement({ sqlite: 'PRAGMA cache_size = -8192', postgres: 'SELECT 1' }),
  parameters: {},
};

export class SqlStorageWriter implements StorageWriter {
  private written = 0;
  private nextAnalyzeAt = FIRST_ANALYZE_AT;

  constructor(private readonly database: SqlDatabase) {}

  async begin(source: string): Promise<TransferBegin> {
    const marks = [BEGIN, BEGIN_BACKLOG].map((mark) => ({ statement: mark, parameters: { source } }));
    await this.database.atomically([SHRINK_PAGE_CACHE, ...marks]);
    const marker = await this.database.first(MARKER, {});
    if (!marker) return { kind: 'not-empty' };
    if (marker['source'] !== source) return { kind: 'other-source', source: String(marker['source']) };
    const accountId = parseAccountId(String(marker['account_id']));
    return { kind: 'begun', position: accountId && { accountId, records: Number(marker['records']) } };
  }

  async write({ accountId, records: opaque, until }: TransferBatch): Promise<void> {
    const records = asTransferRows(opaque);
    if (accountId === undefined) await this.database.atomically(records.flatMap(commonWrites));
    else await this.database.atomically([...accountWrites(accountId, records), moveMarker(accountId, until)]);
    this.written += records.length;
    if (this.written < this.nextAnalyzeAt) return;
    this.nextAnalyzeAt *= 4;
    await this.database.atomically(ANALYZE_TABLES);
  }

  async removeAccount(accountId: AccountId): Promise<void> {
    await new SqlAccountRepository(this.database).remove(accountId);
  }

  /** Indexes prompts only now, when all of them are stored: some of their versions come in later batches. */
  async finish(): Promise<void> {
    const indexing = new SqlSearchIndexing(this.database, INDEXED_PER_STEP);
    while ((await indexing.indexSome()).kind !== 'done');
    await this.database.atomically([{ statement: FINISH, parameters: {} }]);
  }

  async unfinishedSource(): Promise<string | undefined> {
    const marker = await this.database.first(MARKER, {});
    return marker && String(marker['source']);
  }
}

const moveMarker = (accountId: AccountId, records: number): Write => ({
  statement: MOVE_MARKER,
  parameters: { account_id: accountId, records },
});

function commonWrites(record: TransferRow): Write[] {
  if (record.kind === 'first') return [{ statement: SET_FIRST, parameters: { account_id: record.account_id } }];
  if (record.kind !== 'keyring') return [];
  const { kid, value, standing } = record;
  return [{ statement: SET_KEYRING, parameters: { kid, value, standing } }];
}
