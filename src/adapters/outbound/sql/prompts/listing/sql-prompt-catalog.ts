import { setImmediate as otherRequests } from 'node:timers/promises';
import type {
  Count,
  CountPage,
  PromptCatalog,
  PromptFilter,
  PromptQuery,
} from '../../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import type { VersionChoice } from '../../../../../domain/prompts/prompt.ts';
import { fromPromptRow } from '../../../rows/prompt-row.ts';
import { type SqlDatabase, statement } from '../../sql-database.ts';
import { readUse } from '../sql-content-steps.ts';
import {
  CONTENT_COLUMNS,
  fromChosenRow,
  JOIN_CONTENT,
  joinFor,
  joinVersion,
  PROMPT_COLUMNS,
  VERSION_BYTES,
  VERSION_JOINS,
  type VersionJoin,
} from '../sql-prompt-columns.ts';
import type { FacetKind } from './sql-prompt-facets.ts';
import { type PromptPage, SqlPromptPages } from './sql-prompt-pages.ts';

const countWhere = (condition: string) =>
  statement(
    `SELECT word AS name, COUNT(*) AS count FROM prompt_mark
     WHERE account_id = :owner AND kind = :kind AND archived = 0 ${condition}
     GROUP BY word ORDER BY word LIMIT :limit`,
  );
const COUNT = { all: countWhere(''), after: countWhere('AND word > :after') };

/** How many names are counted at a time, depending on how long it took: SQLite blocks the process meanwhile. */
const COUNTED_NAMES = { first: 4, max: 512 };
const COUNTING_MS = 5;

export class SqlPromptCatalog implements PromptCatalog {
  private readonly pages: SqlPromptPages;

  constructor(private readonly database: SqlDatabase) {
    this.pages = new SqlPromptPages(database);
  }

  async list(owner: AccountId, query: PromptQuery, skip = 0) {
    const { text, parameters } = await this.pages.select(owner, query, undefined, undefined, skip);
    return (await this.database.all(this.pages.prepare(text), parameters)).map(fromPromptRow);
  }

  async count(owner: AccountId, filter: PromptFilter): Promise<number> {
    const { text, parameters } = await this.pages.selectCount(owner, filter);
    const row = await this.database.first(this.pages.prepare(text), parameters);
    return Number(row?.['count'] ?? 0);
  }

  /** The page first, then the sizes of its versions, and only then the content of those that fit. */
  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice, bytesMax: number) {
    const { join, parameters } = joinFor(choice);
    const page = await this.pages.select(owner, query, choice, join);
    const statement = this.pages.prepare(withVersions(page, join));
    const rows = await this.database.all(statement, { ...page.parameters, ...parameters, bytes_max: bytesMax });
    // The versions that do not fit were not loaded.
    const readings = rows
      .filter(({ version }) => version !== null)
      .map((row) => ({
        prompt: fromPromptRow(row),
        ...fromChosenRow(row),
      }));
    return { readings, isCutOff: readings.length < rows.length };
  }

  countByTag(owner: AccountId, page: CountPage): Promise<readonly Count[]> {
    return this.countMarks(owner, 'tag', page);
  }

  countByFolder(owner: AccountId, page: CountPage): Promise<readonly Count[]> {
    return this.countMarks(owner, 'folder', page);
  }

  readUse(owner: AccountId) {
    return readUse(this.database, owner);
  }

  private async countMarks(owner: AccountId, kind: FacetKind, page: CountPage): Promise<readonly Count[]> {
    const counts: Count[] = [];
    let { after } = page;
    for (let names = COUNTED_NAMES.first; ; ) {
      const startedAt = performance.now();
      const limit = Math.min(names, page.limit - counts.length);
      const rows = await (after === undefined
        ? this.database.all(COUNT.all, { owner, kind, limit })
        : this.database.all(COUNT.after, { owner, kind, limit, after }));
      counts.push(...rows.map(({ name, count }) => ({ name: String(name), count: Number(count) })));
      if (rows.length < limit || counts.length >= page.limit) return counts;
      after = counts.at(-1)?.name;
      names =
        performance.now() - startedAt > COUNTING_MS ? Math.ceil(names / 2) : Math.min(COUNTED_NAMES.max, names * 2);
      await otherRequests();
    }
  }
}

function withVersions({ text, order }: PromptPage, join: VersionJoin): string {
  const window = `OVER (${order} ROWS UNBOUNDED PRECEDING)`;
  return `SELECT ${PROMPT_COLUMNS}, ${CONTENT_COLUMNS}, prompt.lock FROM (
      SELECT ${PROMPT_COLUMNS}, prompt_version.version AS chosen, ${VERSION_JOINS[join].lock} AS lock,
        SUM(${VERSION_BYTES}) ${window} AS bytes, COUNT(*) ${window} AS rank
      FROM (${text}) AS prompt ${joinVersion(join)}
    ) AS prompt
    LEFT JOIN prompt_version
      ON prompt_version.account_id = prompt.account_id AND prompt_version.prompt_id = prompt.id
      AND prompt_version.version = prompt.chosen AND (prompt.bytes <= :bytes_max OR prompt.rank = 1)
    ${JOIN_CONTENT}
    ${order}`;
}
