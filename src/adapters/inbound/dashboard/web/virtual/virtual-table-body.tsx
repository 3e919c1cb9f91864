import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, Fragment, type ReactNode, type RefCallback, useCallback, useEffect, useState } from 'react';
import { usePosition } from './use-position.ts';

/** Rows rendered above and below those in view: enough for the focus to move to the next one by keyboard. */
const ROWS_AROUND = 12;

interface VirtualTableBodyProps {
  readonly count: number;
  /** Height of every row, or the likely height of rows that take the ref. */
  readonly rowHeight: number;
  /** Number of columns, which the space of rows that are left out spans. */
  readonly columns: number;
  readonly keyOf: (index: number) => string | number;
  /** Called after each rendering with the last row in view. */
  readonly onView?: (lastIndex: number) => void;
  /** A row, which has its index in `data-index`. */
  readonly children: (index: number, ref: RefCallback<HTMLTableRowElement>) => ReactNode;
}

/** The rows near the part of the window that is in view, for a table of any length that scrolls with the page. */
export function VirtualTableBody({ count, rowHeight, columns, keyOf, onView, children }: VirtualTableBodyProps) {
  const [body, { top }] = usePosition<HTMLTableSectionElement>();
  const [focused, setFocused] = useState<number>();
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => rowHeight,
    overscan: ROWS_AROUND,
    scrollMargin: top,
    getItemKey: keyOf,
    rangeExtractor: useCallback((range: Range) => withFocused(range, focused), [focused]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured heights are those of another layout.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => onView?.(virtualizer.range?.endIndex ?? -1));
  const handleFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>('[data-index]');
    setFocused(row ? Number(row.dataset['index']) : undefined);
  };
  const items = virtualizer.getVirtualItems();

  return (
    <tbody ref={body} onFocus={handleFocus} onBlur={() => setFocused(undefined)}>
      {items.map(({ index, key, start }, position) => (
        <Fragment key={key}>
          <Spacer height={start - (items[position - 1]?.end ?? top)} columns={columns} />
          {children(index, virtualizer.measureElement)}
        </Fragment>
      ))}
      <Spacer height={virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top)} columns={columns} />
    </tbody>
  );
}

/** A row that has the focus stays, however far it is scrolled away: the keyboard goes on from there. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === undefined || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((one, other) => one - other);
}

/** Fills the space of rows that are not in view. */
function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="spacer-row" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
