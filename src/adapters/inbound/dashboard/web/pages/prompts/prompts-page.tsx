import './prompts.css';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'wouter';
import { isNarrowed, type PromptFilters, readFilters, writeFilters } from '../../api/prompt-filters.ts';
import { usePromptList } from '../../api/prompts.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { NewPromptDialog } from './new-prompt-dialog.tsx';
import { NoPrompts } from './no-prompts.tsx';
import { PromptFilterBar } from './prompt-filter-bar.tsx';
import { PromptRow } from './prompt-row.tsx';

export default function PromptsPage() {
  const [address, setAddress] = useSearchParams();
  const [creating, { open, close }] = useDisclosure();
  const filters = readFilters(address);
  const narrow = (changes: Partial<PromptFilters>, replace = false) =>
    setAddress((before) => writeFilters({ ...readFilters(before), ...changes }), { replace });
  return (
    <Page
      title="Prompts"
      description="Every prompt with its versions and labels."
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          New prompt
        </Button>
      }
    >
      <PromptFilterBar filters={filters} narrow={narrow} />
      <PromptList filters={filters} clear={() => setAddress(new URLSearchParams())} create={open} />
      <NewPromptDialog opened={creating} close={close} />
    </Page>
  );
}

interface PromptListProps {
  readonly filters: PromptFilters;
  readonly clear: () => void;
  readonly create: () => void;
}

function PromptList({ filters, clear, create }: PromptListProps) {
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    usePromptList(filters);
  if (!data) return error ? <ProblemNotice problem={error} retry={refetch} /> : <PendingRows />;
  if (data.length === 0) return <NoPrompts narrowed={isNarrowed(filters)} clear={clear} create={create} />;
  return (
    <Stack gap="md" aria-busy={isPlaceholderData}>
      {error && <ProblemNotice problem={error} retry={refetch} />}
      <Text size="sm" c="dimmed" role="status">
        {data.length}
        {hasNextPage ? ' or more' : ''} {data.length === 1 && !hasNextPage ? 'prompt' : 'prompts'}
      </Text>
      <Stack component="ul" gap={0} className="rows" aria-label="Prompts">
        {data.map((prompt) => (
          <PromptRow key={prompt.id} prompt={prompt} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
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
