import { setImmediate as otherRequests } from 'node:timers/promises';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../../domain/naming/prompt-name.ts';
import type { SearchWords } from '../../../../../domain/prompts/prompt-search.ts';
import { SIGNATURE_INDEX, TRIGRAM_INDEX } from '../../migrations/search-migration.ts';
import { SIGNATURE_COLUMNS, signatureParameters } from '../../search-signature.ts';
import { type Parameters, type SqlDatabase, type Statement, statement } from '../../sql-database.ts';

/** Finds quickly which prompts may contain all words. */
export interface SearchCandidates {
  /**
   * Undefined when it cannot, or when so many may that a page is full after a few portions of the whole list. Ends by the
   * deadline, and when the signal is aborted.
   */
  find(owner: AccountId, words: SearchWords, limits: SearchLimits): Promise<readonly PromptId[] | undefined>;
}

export interface SearchLimits {
  /** A time of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

const CANDIDATES_MAX = 500;

const hasTrigrams = (word: string): boolean => word.length > 2;

const IS_COMPLETE = statement('SELECT NOT EXISTS (SELECT 1 FROM search_backlog) AS ready');
const HAS_INDEX = statement(
  `SELECT to_regclass('${TRIGRAM_INDEX}') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM search_backlog) AS ready`,
);

/** Checks until the index is ready: from then on, every prompt is indexed as it is written. */
function readiness(database: SqlDatabase, isReady: Statement): () => Promise<boolean> {
  let ready = false;
  return async () => {
    ready ||= Boolean((await database.first(isReady, {}))?.['ready']);
    return ready;
  };
}

/** Makes one statement for each number of words. */
function byWordCount(textOf: (words: number) => string): (words: number) => Statement {
  const statements = new Map<number, Statement>();
  return (words) => {
    const prepared = statements.get(words) ?? statement(textOf(words));
    statements.set(words, prepared);
    return prepared;
  };
}

/** How many prompts SQLite looks through at a time: a few milliseconds. */
const PORTION_ROWS = 400;

/** Compares the metadata and the signatures of all prompts of the account, on SQLite. */
export class SignatureCandidates implements SearchCandidates {
  private readonly isReady: () => Promise<boolean>;
  private readonly prepare = byWordCount(signatureText);

  constructor(private readonly database: SqlDatabase) {
    this.isReady = readiness(database, IS_COMPLETE);
  }

  async find(
    owner: AccountId,
    words: SearchWords,
    { deadline, signal }: SearchLimits,
  ): Promise<readonly PromptId[] | undefined> {
    const selective = words.filter(hasTrigrams);
    if (selective.length === 0 || !(await this.isReady())) return undefined;
    const parameters = { owner, limit: PORTION_ROWS, ...wordParameters(selective) };
    const found: PromptId[] = [];
    for (let after = ''; ; ) {
      const portion = await this.database.first(this.prepare(selective.length), { ...parameters, after });
      found.push(...(JSON.parse(String(portion?.['ids'])) as PromptId[]));
      if (found.length > CANDIDATES_MAX || performance.now() > deadline) return undefined;
      if (Number(portion?.['scanned']) < PORTION_ROWS) return found;
      after = String(portion?.['last']);
      await otherRequests();
      signal.throwIfAborted();
    }
  }
}

/** Decides in the inner query, and by CASE, which stops at the first column that excludes the prompt. */
function signatureText(words: number): string {
  const covers = (word: number): string =>
    parametersOf(word)
      .map((name, part) => `${SIGNATURE_COLUMNS[part]} & :${name} = :${name}`)
      .join(' AND ');
  const mayContain = Array.from({ length: words }, (_, word) => `(instr(head, :text${word}) > 0 OR ${covers(word)})`);
  return `SELECT COUNT(*) AS scanned, MAX(prompt_id) AS last, json_group_array(prompt_id) FILTER (WHERE may) AS ids
    FROM (SELECT prompt_id, CASE WHEN ${mayContain.join(' AND ')} THEN 1 END AS may
      FROM prompt_search INDEXED BY ${SIGNATURE_INDEX}
      WHERE account_id = :owner AND prompt_id > :after ORDER BY prompt_id LIMIT :limit)`;
}

const parametersOf = (word: number): readonly string[] => SIGNATURE_COLUMNS.map((column) => `${column}_${word}`);

const wordParameters = (words: SearchWords): Parameters =>
  Object.assign(
    {},
    ...words.map((word, index) => ({ [`text${index}`]: word, ...signatureParameters(word, parametersOf(index)) })),
  );

/** Prompts whose content is not indexed are always candidates. */
const WITHOUT_BODY = statement(
  'SELECT prompt_id AS id FROM prompt_search WHERE account_id = :owner AND body IS NULL LIMIT :limit',
);

/** Uses the index of `pg_trgm` on Postgres, if there is one. */
export class TrigramCandidates implements SearchCandidates {
  private readonly isReady: () => Promise<boolean>;
  private readonly prepare = byWordCount(patternText);

  constructor(private readonly database: SqlDatabase) {
    this.isReady = readiness(database, HAS_INDEX);
  }

  async find(owner: AccountId, words: SearchWords): Promise<readonly PromptId[] | undefined> {
    const selective = words.filter(hasTrigrams);
    if (selective.length === 0 || !(await this.isReady())) return undefined;
    const limit = CANDIDATES_MAX + 1;
    const matching = this.prepare(selective.length);
    const [indexed, others] = await Promise.all([
      this.database.all(matching, { owner, limit, ...patternParameters(selective) }),
      this.database.all(WITHOUT_BODY, { owner, limit }),
    ]);
    if (indexed.length > CANDIDATES_MAX || others.length > CANDIDATES_MAX) return undefined;
    return [...new Set([...indexed, ...others].map(({ id }) => id as PromptId))];
  }
}

function patternText(words: number): string {
  const contains = (word: number): string => `(head LIKE :pattern${word} OR body LIKE :pattern${word})`;
  const containsAll = Array.from({ length: words }, (_, word) => contains(word)).join(' AND ');
  return `SELECT prompt_id AS id FROM prompt_search WHERE account_id = :owner AND ${containsAll} LIMIT :limit`;
}

const patternParameters = (words: SearchWords): Parameters =>
  Object.fromEntries(words.map((word, index) => [`pattern${index}`, `%${word.replace(/[\\%_]/g, '\\$&')}%`]));
