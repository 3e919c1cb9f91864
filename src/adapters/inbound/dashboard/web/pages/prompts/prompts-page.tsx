import './prompts.css';
import './prompt-list.css';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { hasFilters, type PromptFilters, readFilters, writeFilters } from '../../api/prompt-filters.ts';
import { usePromptList } from '../../api/prompts.ts';
import { lazyDialog } from '../../on-demand/lazy-dialog.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { NoPrompts } from './no-prompts.tsx';
import { PromptFilterBar } from './prompt-filter-bar.tsx';
import { PendingPrompts, PromptTable } from './prompt-table.tsx';
import { TransferLinks } from './transfer-links.tsx';

const NewPromptDialog = lazyDialog(async () => (await import('./new-prompt-dialog.tsx')).NewPromptDialog);

export default function PromptsPage() {
  const [params, setParams] = useSearchParams();
  const [creating, { open, close }] = useDisclosure();
  const filters = readFilters(params);
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
  const query = usePromptList(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A search that takes long returns what it has found so far, which may be nothing.
  const mayFindMore = data?.length === 0 && hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    if (mayFindMore) void fetchNextPage();
  }, [mayFindMore, fetchNextPage]);
  const isEmpty = data?.length === 0 && !mayFindMore && !isFetchingNextPage;
  return (
    <div className="prompt-list">
      <PromptFilterBar filters={filters} onChange={onChange} count={data && countPrompts(data.length, hasNextPage)} />
      {error && <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} />}
      {isEmpty && !error && <NoPrompts isFiltered={hasFilters(filters)} onClear={onClear} onCreate={onCreate} />}
      {data && data.length > 0 && (
        <PromptTable query={query} prompts={data} filters={filters} onSort={(sorting) => onChange(sorting)} />
      )}
      {!isEmpty && !data?.length && !error && <PendingPrompts />}
    </div>
  );
}

const countPrompts = (count: number, hasMore: boolean): string =>
  `${count.toLocaleString()}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'prompt' : 'prompts'}`;
