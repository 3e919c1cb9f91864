import './prompt-list.css';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePromptCalls } from '../../api/account/stats.ts';
import { directionOf, type PromptFilters, type SortColumn, sortBy } from '../../api/prompts/prompt-filters.ts';
import type { Prompt } from '../../api/prompts/prompts.ts';
import { VirtualTableBody } from '../../virtual/virtual-table-body.tsx';
import { PromptRow } from './prompt-row.tsx';

/** Must match prompt-list.css. */
const ROW_HEIGHT_PX = 40;
const NARROW_ROW_HEIGHT_PX = 56;
const NARROW = '(max-width: 48em)';

const COLUMNS = 5;

/** The next page is loaded when this many rows are left below those in view. */
const ROWS_AHEAD = 100;

interface PromptTableProps {
  readonly prompts: readonly Prompt[];
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetching' | 'isPlaceholderData' | 'fetchNextPage' | 'isFetchNextPageError'
  >;
  /** How many prompts there are, if that is known before all of them are loaded. */
  readonly total?: number | undefined;
  readonly filters: PromptFilters;
  readonly onSort: (sorting: Pick<PromptFilters, 'sort' | 'order'>) => void;
}

/** The prompts that are in view, of any number; further ones are loaded as the user scrolls. */
export function PromptTable({ prompts, query, total, filters, onSort }: PromptTableProps) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const { data: calls } = usePromptCalls(prompts.length > 0);
  const count = query.hasNextPage ? Math.max(total ?? 0, prompts.length + 1) : prompts.length;
  const loadAhead = (last: number) => {
    const isWanted = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
    if (isWanted && last + ROWS_AHEAD >= prompts.length) void query.fetchNextPage();
  };

  return (
    <table
      aria-label="Prompts"
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={query.isPlaceholderData}
      className="prompt-table"
    >
      <thead>
        <tr aria-rowindex={1}>
          <SortHead column="name" className="name-cell" filters={filters} onSort={onSort}>
            Name
          </SortHead>
          <th scope="col" className="description-cell">
            Description
          </th>
          <th scope="col" className="labels-cell">
            Labels
          </th>
          <th scope="col" className="calls-cell" title="Calls in the last 7 days">
            Calls 7 d
          </th>
          <SortHead column="updatedAt" className="updated-cell" filters={filters} onSort={onSort}>
            Updated
          </SortHead>
        </tr>
      </thead>
      <VirtualTableBody
        count={count}
        rowHeight={rowHeight}
        columns={COLUMNS}
        keyOf={(index) => prompts[index]?.id ?? index}
        onView={loadAhead}
      >
        {(index) => {
          const prompt = prompts[index];
          return prompt ? <PromptRow prompt={prompt} index={index} calls={calls} /> : <PendingRow index={index} />;
        }}
      </VirtualTableBody>
    </table>
  );
}

function PendingRow({ index }: { readonly index: number }) {
  return (
    <tr aria-rowindex={index + 2} className="pending-row">
      <td colSpan={COLUMNS}>
        <Skeleton height={14} width="60%" />
      </td>
    </tr>
  );
}

interface SortHeadProps {
  readonly column: SortColumn;
  readonly className: string;
  readonly filters: PromptFilters;
  readonly onSort: PromptTableProps['onSort'];
  readonly children: ReactNode;
}

function SortHead({ column, className, filters, onSort, children }: SortHeadProps) {
  const direction = directionOf(column, filters);
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button type="button" className="sort-button" onClick={() => onSort(sortBy(column, filters))}>
        {children}
        {direction !== 'none' && <Icon size={14} aria-hidden />}
      </button>
    </th>
  );
}

const PENDING_ROWS = Array.from({ length: 14 }, (_, index) => index);

export function PendingPrompts() {
  return (
    <div role="status" aria-label="Loading" className="pending-prompts">
      <div className="pending-head" />
      {PENDING_ROWS.map((row) => (
        <div key={row} className="pending-row">
          <Skeleton height={14} width="60%" />
        </div>
      ))}
    </div>
  );
}
