import type { PromptFilter, PromptQuery } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import type { VersionChoice } from '../../../../../domain/prompts/prompt.ts';
import { BoundedCache } from '../../../../limits/bounded-cache.ts';
import type { Parameters, SqlDatabase, Statement } from '../../sql-database.ts';
import type { VersionJoin } from '../sql-prompt-columns.ts';
import { orderOfPage, selectCount, selectPage, toStatement } from './sql-page-text.ts';
import { type Facet, facetParameters, facetsIn, rarestFirst } from './sql-prompt-facets.ts';

/** Callers decide the shapes of queries, and there are too many to keep all of them prepared. */
const SHAPES_MAX = 200;

/** A query that selects one page of prompts, to be completed and prepared. */
export interface PromptPage {
  readonly text: string;
  readonly order: string;
  readonly parameters: Parameters;
}

/** Builds one statement per shape of query, so that each finds its page by an index. */
export class SqlPromptPages {
  private readonly statements = new BoundedCache<Statement>(SHAPES_MAX);

  constructor(private readonly database: SqlDatabase) {}

  async select(
    owner: AccountId,
    query: PromptQuery,
    choice: VersionChoice | undefined,
    join: VersionJoin | undefined,
    skip = 0,
  ): Promise<PromptPage> {
    const facets = await rarestFirst(this.database, owner, facetsIn(query, choice));
    return {
      text: selectPage(query, facets.length, join, skip > 0),
      order: orderOfPage(query),
      parameters: parametersOf(owner, query, facets, skip),
    };
  }

  async selectCount(owner: AccountId, filter: PromptFilter): Promise<Omit<PromptPage, 'order'>> {
    const facets = await rarestFirst(this.database, owner, facetsIn(filter, undefined));
    const query: PromptQuery = { ...filter, sort: 'name', order: 'ascending', limit: 0 };
    return { text: selectCount(query, facets.length), parameters: parametersOf(owner, query, facets) };
  }

  prepare(text: string): Statement {
    // Without a name: a named statement stays prepared on a Postgres connection until that is closed.
    const known = this.statements.get(text);
    if (known) return known;
    const prepared = toStatement(text);
    this.statements.set(text, prepared);
    return prepared;
  }
}

const parametersOf = (owner: AccountId, query: PromptQuery, facets: readonly Facet[], skip = 0): Parameters => ({
  owner,
  limit: query.limit,
  skip,
  reach: query.limit + skip,
  ids: query.ids ? JSON.stringify(query.ids.map((id) => [id])) : null,
  name: query.name ?? null,
  within: query.within === undefined ? null : `${query.within}/`,
  // The character after the slash.
  within_end: query.within === undefined ? null : `${query.within}0`,
  updated_from: query.updatedFrom?.getTime() ?? null,
  updated_before: query.updatedBefore?.getTime() ?? null,
  after_name: query.after?.name ?? null,
  after_updated_at: query.after?.updatedAt.getTime() ?? null,
  after_id: query.after?.id ?? null,
  ...(facets.length > 0 && facetParameters(facets)),
});
