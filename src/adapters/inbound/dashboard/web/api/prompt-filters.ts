/** What a list of prompts is narrowed to. The empty folder is the top; undefined is any. */
export interface PromptFilters {
  readonly q: string;
  readonly folder: string | undefined;
  readonly tags: readonly string[];
  readonly type: string;
  readonly archived: boolean;
  readonly sort: string;
  readonly order: string;
}

const UNUSUAL = { name: 'desc', updatedAt: 'asc' } as const;

/** The filters that an address stands for. Whatever it does not say, or says wrong, is not narrowed. */
export function readFilters(address: URLSearchParams): PromptFilters {
  const type = address.get('type');
  const sort = address.get('sort') === 'updatedAt' ? 'updatedAt' : 'name';
  return {
    q: address.get('q') ?? '',
    folder: address.get('folder') ?? undefined,
    tags: address.getAll('tag'),
    type: type === 'text' || type === 'chat' ? type : '',
    archived: address.get('archived') === 'true',
    sort,
    // The usual direction of each goes without saying.
    order: address.get('order') === UNUSUAL[sort] ? UNUSUAL[sort] : '',
  };
}

/** The shortest address of these filters. */
export function writeFilters({ q, folder, tags, type, archived, sort, order }: PromptFilters): URLSearchParams {
  const address = new URLSearchParams();
  if (q !== '') address.set('q', q);
  if (folder !== undefined) address.set('folder', folder);
  for (const tag of tags) address.append('tag', tag);
  if (type !== '') address.set('type', type);
  if (archived) address.set('archived', 'true');
  if (sort !== 'name') address.set('sort', sort);
  if (order !== '') address.set('order', order);
  return address;
}

export const isNarrowed = ({ q, folder, tags, type, archived }: PromptFilters): boolean =>
  q !== '' || folder !== undefined || tags.length > 0 || type !== '' || archived;
