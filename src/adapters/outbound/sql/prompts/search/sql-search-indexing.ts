import { setImmediate as otherRequests } from 'node:timers/promises';
import type { IndexingStep, SearchIndexing } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../../domain/naming/prompt-name.ts';
import { overRows, type SqlDatabase, statement } from '../../sql-database.ts';
import { CONTENT_COLUMNS, joinVersion, PROMPT_COLUMNS } from '../sql-prompt-columns.ts';
import type { Step } from '../sql-prompt-steps.ts';
import { addUnchangedSearchTexts, searchTextsOf } from '../sql-search-steps.ts';

/** Runs before a transfer, which stores prompts without their search texts. */
export const BEGIN_BACKLOG = statement(
  `INSERT INTO search_backlog (only_row, account_id, prompt_id)
   SELECT 1, '', '' WHERE EXISTS (SELECT 1 FROM transfer WHERE source = :source AND account_id IS NULL)
   ON CONFLICT (only_row) DO NOTHING`,
);
const BACKLOG = statement('SELECT account_id, prompt_id FROM search_backlog');
const NEXT = statement(
  `SELECT ${PROMPT_COLUMNS}, ${CONTENT_COLUMNS} FROM (
     SELECT ${PROMPT_COLUMNS} FROM prompt WHERE (account_id, id) > (:account_id, :prompt_id)
     ORDER BY account_id, id LIMIT :limit) AS prompt
   ${joinVersion('latest')} ORDER BY prompt.account_id, prompt.id`,
);
/** Does not move if a prompt changed after it was read, and so was skipped: then the next step repeats this one. */
const MOVE_BACKLOG = statement(
  overRows(
    'rows',
    (rows) =>
      `UPDATE search_backlog SET account_id = :account_id, prompt_id = :prompt_id
       WHERE NOT EXISTS (SELECT 1 FROM ${rows} CROSS JOIN prompt
         WHERE prompt.account_id = item.value ->> 0 AND prompt.id = item.value ->> 1 AND NOT EXISTS
           (SELECT 1 FROM prompt_search
            WHERE prompt_search.account_id = prompt.account_id AND prompt_search.prompt_id = prompt.id))`,
  ),
);
const END_BACKLOG = statement('DELETE FROM search_backlog');

/** Few enough for SQLite, which blocks the process while it writes them. */
const PROMPTS_PER_STEP = 4;

export class SqlSearchIndexing implements SearchIndexing {
  constructor(
    private readonly database: SqlDatabase,
    private readonly promptsPerStep = PROMPTS_PER_STEP,
  ) {}

  async indexSome(): Promise<IndexingStep> {
    const backlog = await this.database.first(BACKLOG, {});
    if (!backlog) return { kind: 'done' };
    const position = { account_id: String(backlog['account_id']), prompt_id: String(backlog['prompt_id']) };
    const rows = await this.database.all(NEXT, { ...position, limit: this.promptsPerStep });
    const last = rows.at(-1);
    if (!last) {
      await this.database.atomically([{ statement: END_BACKLOG, parameters: {} }]);
      return { kind: 'done' };
    }
    const reached = { account_id: String(last['account_id']), prompt_id: String(last['id']) };
    const keys = JSON.stringify(rows.map(({ account_id, id }) => [account_id, id]));
    const steps: Step[] = [];
    for (const row of rows) {
      const key = { owner: row['account_id'] as AccountId, id: row['id'] as PromptId };
      steps.push(addUnchangedSearchTexts(key, searchTextsOf(row)));
      // Long content takes milliseconds.
      await otherRequests();
    }
    await this.database.atomically([...steps, { statement: MOVE_BACKLOG, parameters: { ...reached, rows: keys } }]);
    return { kind: 'indexed', prompts: rows.length };
  }
}
