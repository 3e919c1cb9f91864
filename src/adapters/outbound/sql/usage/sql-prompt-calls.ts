import type { HourRange, UsageBatch } from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { PromptCounts } from '../../../../domain/usage/prompt-usage.ts';
import { hoursIn } from '../../../../domain/usage/usage.ts';
import { fromPromptCallRow, toPromptCallRow } from '../../rows/prompt-call-row.ts';
import { whole } from '../../rows/row-fields.ts';
import { columnsOf, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { overRows, type SqlDatabase, type Statement, statement, type Write } from '../sql-database.ts';

const ADD = insertRows(
  'usage_prompt',
  OF_ACCOUNT,
  columnsOf('promptCall'),
  `ON CONFLICT (account_id, hour, prompt_id, version, label) DO UPDATE
     SET served = usage_prompt.served + excluded.served, failed = usage_prompt.failed + excluded.failed`,
);

/** Looks up each hour by the primary key: a range of hours would read those of all prompts of the account. */
const ofPrompt = (select: (condition: string) => string): Statement => {
  const condition = (hours: string) => `account_id = :account_id AND hour ${hours} AND prompt_id = :prompt_id`;
  const texts = overRows('hours', (rows) => rows);
  return statement({
    sqlite: select(condition(`IN (SELECT item.value FROM ${texts.sqlite})`)),
    postgres: select(condition(`= ANY (ARRAY(SELECT CAST(item.value AS BIGINT) FROM ${texts.postgres}))`)),
  });
};
const COUNT_READS = ofPrompt(
  (condition) =>
    `SELECT version, CAST(SUM(count) AS BIGINT) AS total FROM usage_read WHERE ${condition} GROUP BY version`,
);
const COUNT_CALLS = ofPrompt(
  (condition) =>
    `SELECT version, label, CAST(SUM(served) AS BIGINT) AS served, CAST(SUM(failed) AS BIGINT) AS failed
     FROM usage_prompt WHERE ${condition} GROUP BY version, label`,
);

/** Needs the lock of the account's counters, so that two batches cannot deadlock. */
export function promptCallWrites({ accountId: account_id, promptCalls }: UsageBatch): Write[] {
  if (promptCalls.length === 0) return [];
  const rows = JSON.stringify(promptCalls.map((count) => Object.values(toPromptCallRow(count))));
  return [{ statement: ADD, parameters: { account_id, rows }, growth: 'history' }];
}

export async function countPrompt(
  database: SqlDatabase,
  account_id: AccountId,
  prompt_id: PromptId,
  { from, to }: HourRange,
): Promise<PromptCounts> {
  const parameters = { account_id, prompt_id, hours: JSON.stringify(hoursIn(from, to)) };
  const [reads, calls] = await Promise.all([
    database.all(COUNT_READS, parameters),
    database.all(COUNT_CALLS, parameters),
  ]);
  return {
    reads: reads.map((row) => ({ version: whole(row, 'version'), count: whole(row, 'total') })),
    calls: calls.map(fromPromptCallRow),
  };
}
