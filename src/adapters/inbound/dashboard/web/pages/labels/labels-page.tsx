import '../prompts/prompts.css';
import './labels.css';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type BoardPrompt, isBehind, listLabels } from '../../api/labels/board-prompt.ts';
import { BOARD_PROMPTS_MAX, useLabelBoard } from '../../api/labels/label-board.ts';
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
  return (
    <Page
      isWide
      title="Labels"
      description="Which version each label points to. Select prompts to promote them together."
    >
      <BoardFilterBar filters={filters} prompts={prompts} columns={columns} labels={labels} onChange={change} />
      <Board
        board={board}
        filters={filters}
        columns={columns}
        labels={labels}
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
  readonly onClear: () => void;
}

function Board({ board, filters: { q, folder, behind }, columns, labels, onClear }: BoardProps) {
  const { data, error, refetch, hasNextPage, isPlaceholderData } = board;
  const prompts = data?.prompts ?? NONE;
  const rows = useMemo(
    () => (behind === '' ? prompts : prompts.filter((prompt) => isBehind(prompt, behind))),
    [prompts, behind],
  );
  const selection = useSelection(rows);
  const content = useRef<HTMLDivElement>(null);
  const isComplete = !hasNextPage && !isPlaceholderData;
  const isEmpty = data && rows.length === 0 && !hasNextPage && !error;
  return (
    <Stack gap="xs" aria-busy={!isComplete} ref={content} tabIndex={-1} className="board">
      {error && <LoadProblem title="Could not load prompts" problem={error} onRetry={refetch} />}
      {!data && !error && <PendingRows count={8} height={32} gap={8} />}
      {isEmpty && <NoRows isFiltered={q !== '' || folder !== undefined} behind={behind} onClear={onClear} />}
      {data?.isCutOff && (
        <Alert color="gray">
          The board shows the first {BOARD_PROMPTS_MAX.toLocaleString()} prompts. Search or choose a folder to see
          others.
        </Alert>
      )}
      {rows.length > 0 && (
        <BoardTable rows={rows} columns={columns} behind={behind} selection={selection} isComplete={isComplete} />
      )}
      <SelectionActions
        selection={selection}
        labels={labels}
        initialLabel={behind || (columns[0] ?? '')}
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
