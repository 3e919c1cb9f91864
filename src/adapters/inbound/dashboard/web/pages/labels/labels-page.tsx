import '../prompts/prompts.css';
import './labels.css';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import {
  type BoardPrompt,
  hasOldIncludes,
  isBehind,
  type LabelLocks,
  listLabels,
} from '../../api/labels/board-prompt.ts';
import { BOARD_PROMPTS_MAX, useLabelBoard } from '../../api/labels/label-board.ts';
import { useLabelLocks } from '../../api/labels/label-locks.ts';
import { useProtectedLabels } from '../../api/prompts/protection.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PendingRows } from '../../components/pending-rows.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { BoardFilterBar } from './board-filter-bar.tsx';
import { type BoardFilters, readBoardFilters, writeBoardFilters } from './board-filters.ts';
import { BoardTable } from './board-table.tsx';
import { chooseColumns } from './choose-columns.ts';
import { SelectionActions } from './selection-actions.tsx';
import { useSelection } from './use-selection.ts';

const NONE: readonly BoardPrompt[] = [];

export default function LabelsPage() {
  const [params, setParams] = useSearchParams();
  const filters = readBoardFilters(params);
  const change = (changes: Partial<BoardFilters>, replace = false) =>
    setParams((before) => writeBoardFilters({ ...readBoardFilters(before), ...changes }), { replace });
  const board = useLabelBoard(filters);
  const prompts = board.data?.prompts ?? NONE;
  // The columns change once at most while the other pages arrive.
  const basis = board.hasNextPage ? (board.data?.firstPage ?? NONE) : prompts;
  const defaultColumns = useMemo(() => chooseColumns(basis), [basis]);
  const labels = useMemo(() => listLabels(prompts), [prompts]);
  const columns = filters.columns.length > 0 ? filters.columns : defaultColumns;
  const { data: protectedLabels = [] } = useProtectedLabels();
  const locks = useLabelLocks(columns.filter((label) => protectedLabels.includes(label)));
  return (
    <Page
      isWide
      title="Labels"
      description="Which version each label points to. Select prompts to promote them together."
    >
      <BoardFilterBar {...{ filters, prompts, columns, labels, locks }} onChange={change} />
      <Board
        board={board}
        filters={filters}
        columns={columns}
        labels={labels}
        locks={locks}
        onClear={() => setParams(new URLSearchParams())}
      />
    </Page>
  );
}

interface BoardProps {
  readonly board: ReturnType<typeof useLabelBoard>;
  readonly filters: BoardFilters;
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  readonly locks: LabelLocks;
  readonly onClear: () => void;
}

function Board({ board, filters, columns, labels, locks, onClear }: BoardProps) {
  const { q, folder, behind, hasOldIncludes: isNarrowed } = filters;
  const { data, error, refetch, hasNextPage, isPlaceholderData } = board;
  const prompts = data?.prompts ?? NONE;
  const outdated = [...locks.keys()].find((label) => prompts.some((prompt) => hasOldIncludes(prompt, label, locks)));
  const rows = useMemo(() => {
    if (isNarrowed)
      return prompts.filter((prompt) => [...locks.keys()].some((label) => hasOldIncludes(prompt, label, locks)));
    return behind === '' ? prompts : prompts.filter((prompt) => isBehind(prompt, behind));
  }, [prompts, behind, isNarrowed, locks]);
  const selection = useSelection(rows);
  const content = useRef<HTMLDivElement>(null);
  const isComplete = !hasNextPage && !isPlaceholderData;
  const isEmpty = data && rows.length === 0 && !hasNextPage && !error;
  return (
    <Stack gap="xs" aria-busy={!isComplete} ref={content} tabIndex={-1} className="board">
      {error && <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} />}
      {!data && !error && <PendingRows count={8} height={32} gap={8} />}
      {isEmpty && (
        <NoRows isFiltered={q !== '' || folder !== undefined || isNarrowed} behind={behind} onClear={onClear} />
      )}
      {data?.isCutOff && (
        <Alert color="gray">
          The board shows the first {BOARD_PROMPTS_MAX.toLocaleString()} prompts. Search or choose a folder to see
          others.
        </Alert>
      )}
      {rows.length > 0 && <BoardTable {...{ rows, columns, behind, locks, selection, isComplete }} />}
      <SelectionActions
        selection={selection}
        labels={labels}
        initialLabel={(isNarrowed && outdated) || behind || (columns[0] ?? '')}
        locks={locks}
        isUpdate={isNarrowed}
        onGone={() => content.current?.focus()}
      />
    </Stack>
  );
}

interface NoRowsProps {
  readonly isFiltered: boolean;
  readonly behind: string;
  readonly onClear: () => void;
}

function NoRows({ isFiltered, behind, onClear }: NoRowsProps) {
  if (isFiltered || behind !== '') {
    return (
      <EmptyState title={behind === '' ? 'Nothing found' : `Nothing is behind in ${behind}`} onClear={onClear}>
        {isFiltered ? 'No prompt matches these filters.' : `${behind} points to the latest version everywhere.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No prompts yet">
      <Text>
        Create the first one on the page{' '}
        <Anchor component={Link} href="/prompts">
          Prompts
        </Anchor>
        . Then point labels such as “production” to its versions.
      </Text>
    </EmptyState>
  );
}
