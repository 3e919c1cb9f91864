/** The filters of the prompt list. A folder includes those below it; the empty one is the top level, undefined any folder. */
export interface PromptFilters {
  readonly q: string;
  readonly folder: string | undefined;
  readonly tags: readonly string[];
  readonly type: string;
  readonly archived: boolean;
  readonly sort: SortColumn;
  readonly order: string;
}

export type SortColumn = 'name' | 'updatedAt';

const NON_DEFAULT_ORDER = { name: 'desc', updatedAt: 'asc' } as const;

/** Reads the filters from the params. Missing and invalid values do not filter. */
export function readFilters(params: URLSearchParams): PromptFilters {
  const type = params.get('type');
  const sort = params.get('sort') === 'updatedAt' ? 'updatedAt' : 'name';
  return {
    q: params.get('q') ?? '',
    folder: params.get('folder') ?? undefined,
    tags: params.getAll('tag'),
    type: type === 'text' || type === 'chat' ? type : '',
    archived: params.get('archived') === 'true',
    sort,
    // The default direction is omitted.
    order: params.get('order') === NON_DEFAULT_ORDER[sort] ? NON_DEFAULT_ORDER[sort] : '',
  };
}

/** Omits every filter that has its default value. */
export function writeFilters({ q, folder, tags, type, archived, sort, order }: PromptFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (folder !== undefined) params.set('folder', folder);
  for (const tag of tags) params.append('tag', tag);
  if (type !== '') params.set('type', type);
  if (archived) params.set('archived', 'true');
  if (sort !== 'name') params.set('sort', sort);
  if (order !== '') params.set('order', order);
  return params;
}

/** Sorts by a column, or the other way round if the list is already sorted by it. */
export const sortBy = (column: SortColumn, { sort, order }: PromptFilters): Pick<PromptFilters, 'sort' | 'order'> => ({
  sort: column,
  order: column === sort && order === '' ? NON_DEFAULT_ORDER[column] : '',
});

/** Sort direction as `aria-sort` names it. */
export function directionOf(column: SortColumn, { sort, order }: PromptFilters): 'ascending' | 'descending' | 'none' {
  if (column !== sort) return 'none';
  return (column === 'name') === (order === '') ? 'ascending' : 'descending';
}

export const hasFilters = ({ q, folder, tags, type, archived }: PromptFilters): boolean =>
  q !== '' || folder !== undefined || tags.length > 0 || type !== '' || archived;
