import './prompts.css';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { hasFilters, type PromptFilters, readFilters, writeFilters } from '../../api/prompts/prompt-filters.ts';
import { useFolders, usePromptCount, usePromptList } from '../../api/prompts/prompts.ts';
import { lazyDialog } from '../../on-demand/lazy-dialog.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { formatCount } from '../../text/format.ts';
import { buildFolderTree, countIn, type FolderTree } from './build-folder-tree.ts';
import { FolderTreeNav } from './folder-tree.tsx';
import { NoPrompts } from './no-prompts.tsx';
import { PromptFilterBar } from './prompt-filter-bar.tsx';
import { PendingPrompts, PromptTable } from './prompt-table.tsx';
import { TransferLinks } from './transfer-links.tsx';

const NewPromptDialog = lazyDialog(
  async () => (await import('./dialogs/new-prompt-dialog.tsx')).NewPromptDialog,
  'opened',
);

export default function PromptsPage() {
  const [params, setParams] = useSearchParams();
  const [creating, { open, close }] = useDisclosure();
  const filters = readFilters(params);
  const address = params.toString();
  // Another list begins at its top, and so does the page after this one. On the way back, the browser restores the position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address changes.
  useEffect(() => () => window.scrollTo(0, 0), [address]);
  const changeFilters = (changes: Partial<PromptFilters>, replace = false) =>
    setParams((before) => writeFilters({ ...readFilters(before), ...changes }), { replace });
  return (
    <Page
      title="Prompts"
      isWide
      actions={
        <>
          <TransferLinks />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            New prompt
          </Button>
        </>
      }
    >
      <PromptList
        filters={filters}
        onChange={changeFilters}
        onClear={() => setParams(new URLSearchParams())}
        onCreate={open}
      />
      <NewPromptDialog opened={creating} onClose={close} />
    </Page>
  );
}

interface PromptListProps {
  readonly filters: PromptFilters;
  readonly onChange: (changes: Partial<PromptFilters>, replace?: boolean) => void;
  readonly onClear: () => void;
  readonly onCreate: () => void;
}

function PromptList({ filters, onChange, onClear, onCreate }: PromptListProps) {
  const [isTreeOpened, { toggle, close }] = useDisclosure();
  const { data: folders } = useFolders();
  const tree = useMemo(() => folders && buildFolderTree(folders), [folders]);
  const query = usePromptList(filters);
  const total = useTotal(filters, query, tree);
  return (
    <div className="prompts-layout">
      <div id="folders" className="folder-pane" data-opened={isTreeOpened || undefined}>
        <FolderTreeNav tree={tree} filters={filters} onSelect={close} />
      </div>
      <div className="prompt-list">
        <PromptFilterBar
          filters={filters}
          onChange={onChange}
          folders={{ isOpened: isTreeOpened, toggle }}
          count={describeCount(query, total)}
        />
        <FoundPrompts query={query} total={total} filters={filters} {...{ onChange, onClear, onCreate }} />
      </div>
    </div>
  );
}

type PromptQuery = ReturnType<typeof usePromptList>;

/** The number of prompts that match, if it is known: a search finds them page by page. */
function useTotal(filters: PromptFilters, query: PromptQuery, tree: FolderTree | undefined): number | undefined {
  const isSearch = filters.q !== '';
  const isCountedByFolder = !hasFilters({ ...filters, folder: undefined });
  const { data: count } = usePromptCount(filters, query.hasNextPage && !isSearch && !isCountedByFolder);
  if (query.data && !query.hasNextPage) return query.data.length;
  if (isSearch) return undefined;
  return isCountedByFolder ? tree && countIn(tree, filters.folder) : count;
}

function describeCount({ data, isPlaceholderData }: PromptQuery, total: number | undefined): string | undefined {
  if (!data || isPlaceholderData) return undefined;
  const count = formatCount(Math.max(total ?? 0, data.length));
  return `${count}${total === undefined ? '+' : ''} ${total === 1 ? 'prompt' : 'prompts'}`;
}

interface FoundPromptsProps extends PromptListProps {
  readonly query: PromptQuery;
  readonly total: number | undefined;
}

function FoundPrompts({ query, total, filters, onChange, onClear, onCreate }: FoundPromptsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A search that takes long returns what it has found so far, which may be nothing.
  const mayFindMore = data?.length === 0 && hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    if (mayFindMore) void fetchNextPage();
  }, [mayFindMore, fetchNextPage]);
  const hasPrompts = data !== undefined && data.length > 0;
  return (
    <>
      {error && <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} />}
      {hasPrompts && <PromptTable query={query} prompts={data} total={total} filters={filters} onSort={onChange} />}
      {data?.length === 0 && !hasNextPage && (
        <NoPrompts isFiltered={hasFilters(filters)} onClear={onClear} onCreate={onCreate} />
      )}
      {!hasPrompts && !error && (!data || hasNextPage) && <PendingPrompts />}
    </>
  );
}
