import { setImmediate as otherRequests } from 'node:timers/promises';
import type {
  FoundPrompts,
  PromptPosition,
  PromptQuery,
  PromptSearch,
} from '../../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import type { PromptId, PromptName } from '../../../../../domain/naming/prompt-name.ts';
import {
  contentText,
  metadataText,
  missingWords,
  type SearchWords,
} from '../../../../../domain/prompts/prompt-search.ts';
import { type Parameters, type Row, type SqlDatabase, statement } from '../../sql-database.ts';
import { SqlPromptPages } from '../listing/sql-prompt-pages.ts';
import { CONTENT_COLUMNS, fromFullRow, joinVersion, PROMPT_COLUMNS } from '../sql-prompt-columns.ts';
import { PROMPT_HAS_ID } from '../sql-prompt-steps.ts';
import type { SearchCandidates, SearchLimits } from './sql-search-candidates.ts';

export const WITH_LATEST_CONTENT = statement(
  `SELECT ${PROMPT_COLUMNS}, ${CONTENT_COLUMNS} FROM prompt ${joinVersion('latest')} WHERE ${PROMPT_HAS_ID}`,
);

/** How long a search may take before it returns what it has found so far. */
const SEARCH_MS = 1000;
/** A portion is short enough for SQLite, which blocks the process, and long enough for a round trip to Postgres. */
const PORTION_MS = 5;
const PORTION_ROWS = { first: 50, min: 10, max: 400 };

/**
 * Compares the texts of prompts with the words, portion by portion in the order of the list, so that it can stop at any
 * prompt. Where there are few candidates, only those are compared.
 */
export class SqlPromptSearch implements PromptSearch {
  private readonly pages: SqlPromptPages;

  constructor(
    private readonly database: SqlDatabase,
    private readonly candidates: SearchCandidates,
    private readonly searchMs = SEARCH_MS,
  ) {
    this.pages = new SqlPromptPages(database);
  }

  async search(owner: AccountId, query: PromptQuery, words: SearchWords, signal: AbortSignal): Promise<FoundPrompts> {
    const startedAt = performance.now();
    signal.throwIfAborted();
    // A name leads to one prompt already. Half of the time is left to compare if there are too many candidates.
    const limits = { deadline: startedAt + this.searchMs / 2, signal };
    const ids = query.name === undefined ? await this.candidates.find(owner, words, limits) : undefined;
    if (ids?.length === 0) return { ids };
    return this.compare(owner, { ...query, ids }, words, { deadline: startedAt + this.searchMs, signal });
  }

  private async compare(
    owner: AccountId,
    query: PromptQuery,
    words: SearchWords,
    { deadline, signal }: SearchLimits,
  ): Promise<FoundPrompts> {
    const ids: PromptId[] = [];
    let { after } = query;
    for (let limit = PORTION_ROWS.first; ; ) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const rows = await this.portion(owner, { ...query, after, limit }, words);
      const tookMs = performance.now() - startedAt;
      for (const row of rows) {
        if (await this.isMatch(owner, row, words)) ids.push(row['id'] as PromptId);
        after = positionOf(row);
        if (ids.length >= query.limit) return { ids };
        // Prompts that are not indexed are the only ones that take long.
        if (row['verdict'] === null && performance.now() > deadline) return { ids, stoppedAt: after };
      }
      if (rows.length < limit) return { ids };
      if (performance.now() > deadline) return { ids, stoppedAt: after };
      limit = nextLimit(limit, tookMs);
      await otherRequests();
    }
  }

  /** The next prompts, each with its verdict: whether it matches, or null where its texts are not indexed. */
  private async portion(owner: AccountId, query: PromptQuery, words: SearchWords): Promise<readonly Row[]> {
    const { text, order, parameters } = await this.pages.select(owner, query, undefined, undefined);
    const all = words.map((_, index) => containsText(index)).join(' AND ');
    const verdicts = `SELECT prompt.id, prompt.name, prompt.updated_at,
        CASE WHEN ${all} THEN 1 WHEN NOT (${all}) THEN 0 END AS verdict
      FROM (${text}) AS prompt
      LEFT JOIN prompt_search
        ON prompt_search.account_id = prompt.account_id AND prompt_search.prompt_id = prompt.id ${order}`;
    return this.database.all(this.pages.prepare(verdicts), { ...parameters, ...wordParameters(words) });
  }

  private async isMatch(owner: AccountId, { id, verdict }: Row, words: SearchWords): Promise<boolean> {
    if (verdict !== null) return Number(verdict) === 1;
    const row = await this.database.first(WITH_LATEST_CONTENT, { owner, id: String(id) });
    if (!row || row['version'] === null) return false;
    const { prompt, version } = fromFullRow(row);
    const missing = missingWords(words, metadataText(prompt));
    return missing.length === 0 || missingWords(missing, contentText(version.content)).length === 0;
  }
}

const containsText = (index: number): string =>
  `(instr(prompt_search.head, :text${index}) > 0 OR instr(prompt_search.body, :text${index}) > 0)`;

const wordParameters = (words: SearchWords): Parameters =>
  Object.fromEntries(words.map((word, index) => [`text${index}`, word]));

const positionOf = ({ id, name, updated_at }: Row): PromptPosition => ({
  id: id as PromptId,
  name: name as PromptName,
  updatedAt: new Date(Number(updated_at)),
});

function nextLimit(limit: number, tookMs: number): number {
  if (tookMs > PORTION_MS * 1.5) return Math.max(PORTION_ROWS.min, Math.floor(limit / 2));
  return tookMs < PORTION_MS / 2 ? Math.min(PORTION_ROWS.max, limit * 2) : limit;
}
