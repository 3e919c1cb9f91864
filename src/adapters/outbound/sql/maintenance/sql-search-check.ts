import { invariant } from '../../../../domain/invariant.ts';
import { WITH_LATEST_CONTENT } from '../prompts/search/sql-prompt-search.ts';
import { type SearchTexts, searchTextsOf } from '../prompts/sql-search-steps.ts';
import { type Row, type SqlSnapshot, statement } from '../sql-database.ts';

const BACKLOG = statement('SELECT account_id FROM search_backlog');
const STORED = statement('SELECT * FROM prompt_search WHERE account_id = :owner AND prompt_id = :id');

interface Inspection {
  readonly isUpToDate: boolean;
  /** The texts as they should be. */
  readonly texts: SearchTexts;
}

/** Compares the stored search texts and signatures with those that the prompts should have. */
export class SqlSearchCheck {
  private constructor(
    private readonly snapshot: SqlSnapshot,
    /** While the index is being built, prompts may lack their texts. */
    private readonly isBuilt: boolean,
  ) {}

  static async on(snapshot: SqlSnapshot): Promise<SqlSearchCheck> {
    const backlog = await snapshot.all(BACKLOG, {});
    return new SqlSearchCheck(snapshot, backlog.length === 0);
  }

  async inspect(prompt: Row): Promise<Inspection> {
    const key = { owner: String(prompt['account_id']), id: String(prompt['id']) };
    const [row] = await this.snapshot.all(WITH_LATEST_CONTENT, key);
    invariant(row !== undefined, 'a snapshot does not change');
    const texts = searchTextsOf(row);
    const [stored] = await this.snapshot.all(STORED, key);
    if (!stored) return { isUpToDate: !this.isBuilt, texts };
    return { isUpToDate: areStored(texts, stored), texts };
  }
}

/** Postgres has no columns for the signature. */
const areStored = ({ head, ofBody }: SearchTexts, stored: Row): boolean =>
  Object.entries({ head, ...ofBody }).every(([column, value]) => !(column in stored) || stored[column] === value);
