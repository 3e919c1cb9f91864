import type { PromptFilter } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import { LATEST } from '../../../../../domain/naming/label.ts';
import type { VersionChoice } from '../../../../../domain/prompts/prompt.ts';
import { overRows, type Parameters, type Row, type SqlDatabase, statement } from '../../sql-database.ts';

export type FacetKind = 'tag' | 'label' | 'folder' | 'type';
/** A property that a listed prompt must have; a row of the table `prompt_mark`. */
export type Facet = readonly [kind: FacetKind, word: string];

/** Counts up to a limit: facets of thousands of prompts need no exact order. */
const RARITY = statement(
  overRows(
    'facets',
    (facets) =>
      `SELECT item.value ->> 0 AS kind, item.value ->> 1 AS word,
         (SELECT COUNT(*) FROM
           (SELECT 1 FROM prompt_mark
            WHERE account_id = :owner AND kind = item.value ->> 0 AND word = item.value ->> 1 LIMIT 2000) AS counted
         ) AS count
       FROM ${facets} ORDER BY count`,
  ),
);

/** A list by a common and a rare tag must scan the rare one. */
export async function rarestFirst(
  database: SqlDatabase,
  owner: AccountId,
  facets: readonly Facet[],
): Promise<readonly Facet[]> {
  if (facets.length < 2) return facets;
  const rows = await database.all(RARITY, { owner, facets: JSON.stringify(facets) });
  return rows.map(({ kind, word }: Row) => [kind as FacetKind, String(word)]);
}

const NO_FACETS: readonly Facet[] = [];

/** A choice by label is a filter, too: a prompt without the label is left out. */
export function facetsIn(filter: PromptFilter, choice: VersionChoice | undefined): readonly Facet[] {
  const { tags, label, folder, type } = filter;
  if (tags.length === 0 && [label, folder, type, choice].every((one) => one === undefined)) return NO_FACETS;
  const labels = new Set([label, choice?.by === 'label' ? choice.label : undefined]);
  return [
    ...[...new Set(tags)].map((tag) => ['tag', tag] as const),
    ...[...labels].flatMap((one) => (one === undefined || one === LATEST ? [] : [['label', one] as const])),
    ...(folder === undefined ? [] : [['folder', folder] as const]),
    ...(type === undefined ? [] : [['type', type] as const]),
  ];
}

/** The texts of pages refer to facets by their indexes. */
export const facetParameters = (facets: readonly Facet[]): Parameters =>
  Object.fromEntries(
    facets.flatMap(([kind, word], index) => [
      [`kind${index}`, kind],
      [`word${index}`, word],
    ]),
  );
