import { parseLabel } from '../../../../../../domain/naming/label.ts';

/** Filters in the address of the label board. The empty folder is the top level; undefined is any folder. */
export interface BoardFilters {
  readonly q: string;
  readonly folder: string | undefined;
  /** Selects prompts in which this label is behind the latest version; empty for all prompts. */
  readonly behind: string;
  /** Selects prompts with a locked label whose includes have moved on. */
  readonly hasOldIncludes: boolean;
  /** The labels that the user chose as columns; empty for the most frequent ones. */
  readonly columns: readonly string[];
}

/** Number of columns that fit beside the names on a laptop. */
export const COLUMNS_MAX = 8;

export function readBoardFilters(params: URLSearchParams): BoardFilters {
  const columns = params.getAll('label').filter((label) => parseLabel(label));
  const behind = params.get('behind') ?? '';
  return {
    q: params.get('q') ?? '',
    folder: params.get('folder') ?? undefined,
    behind: parseLabel(behind) ?? '',
    hasOldIncludes: params.get('includes') === 'behind',
    columns: [...new Set(columns)].slice(0, COLUMNS_MAX),
  };
}

/** Omits every filter that has its default value. */
export function writeBoardFilters({ q, folder, behind, hasOldIncludes, columns }: BoardFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (folder !== undefined) params.set('folder', folder);
  if (behind !== '') params.set('behind', behind);
  if (hasOldIncludes) params.set('includes', 'behind');
  for (const label of columns) params.append('label', label);
  return params;
}
