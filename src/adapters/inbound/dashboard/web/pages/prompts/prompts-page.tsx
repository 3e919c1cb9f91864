import './prompts.css';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { hasFilters, type PromptFilters, readFilters, writeFilters } from '../../api/prompt-filters.ts';
import { usePromptList } from '../../api/prompts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { NewPromptDialog } from './new-prompt-dialog.tsx';
import { NoPrompts } from './no-prompts.tsx';
import { PromptFilterBar } from './prompt-filter-bar.tsx';
import { PromptRow } from './prompt-row.tsx';
import { TransferLinks } from './transfer-links.tsx';

export default function PromptsPage() {
  const [params, setParams] = useSearchParams();
  const [creating, { open, close }] = useDisclosure();
  const filters = readFilters(params);
  const changeFilters = (changes: Partial<PromptFilters>, replace = false) =>
    setParams((before) => writeFilters({ ...readFilters(before), ...changes }), { replace });
  return (
    <Page
      title="Prompts"
      description="Every prompt with its versions and labels."
      actions={
        <>
          <TransferLinks />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            New prompt
          </Button>
        </>
      }
    >
      <PromptFilterBar filters={filters} onChange={changeFilters} />
      <PromptList filters={filters} onClear={() => setParams(new URLSearchParams())} onCreate={open} />
      <NewPromptDialog opened={creating} onClose={close} />
    </Page>
  );
}

interface PromptListProps {
  readonly filters: PromptFilters;
  readonly onClear: () => void;
  readonly onCreate: () => void;
}

function PromptList({ filters, onClear, onCreate }: PromptListProps) {
  const query = usePromptList(filters);
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A search that takes long returns what it has found so far, which may be nothing.
  const mayFindMore = data?.length === 0 && hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    if (mayFindMore) void fetchNextPage();
  }, [mayFindMore, fetchNextPage]);
  if (!data)
    return error ? <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} /> : <PendingRows />;
  if (data.length === 0 && hasNextPage && !error) return <PendingRows />;
  if (data.length === 0) return <NoPrompts isFiltered={hasFilters(filters)} onClear={onClear} onCreate={onCreate} />;
  return (
    <Stack gap="md" aria-busy={isPlaceholderData}>
      {error && <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} />}
      <Text size="sm" c="dimmed" role="status">
        {data.length}
        {hasNextPage ? ' or more' : ''} {data.length === 1 && !hasNextPage ? 'prompt' : 'prompts'}
      </Text>
      <Stack component="ul" gap={0} className="rows" aria-label="Prompts">
        {data.map((prompt) => (
          <PromptRow key={prompt.id} prompt={prompt} />
        ))}
      </Stack>
      <LoadMore query={query} />
    </Stack>
  );
}

const PENDING_ROWS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

function PendingRows() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {PENDING_ROWS.map((row) => (
        <Skeleton key={row} height={76} />
      ))}
    </Stack>
  );
}
