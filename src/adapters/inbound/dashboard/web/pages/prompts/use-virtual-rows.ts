import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows rendered above and below those in view: enough for the focus to move to the next one by keyboard. */
const ROWS_AROUND = 10;

interface NextPage {
  /** Whether the page after the loaded ones is wanted when this row is in view. */
  readonly isWanted: (lastIndex: number) => boolean;
  readonly load: () => unknown;
}

/**
 * The rows near the part of the window that is in view, for a list of any length that scrolls with the page, each with the
 * height of the rows that are left out above it. All rows have the same height, so that nothing moves as they come and go.
 */
export function useVirtualRows(count: number, rowHeight: number, nextPage: NextPage) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number>();
  useLayoutEffect(() => {
    // The content above the list may have changed its height with any rendering.
    if (body.current) setScrollMargin(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: ROWS_AROUND,
    scrollMargin,
    rangeExtractor: useCallback((range: Range) => withFocused(range, focused), [focused]),
  });
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [virtualizer, rowHeight]);
  const indexes = virtualizer.getVirtualIndexes();
  const last = virtualizer.range?.endIndex ?? -1;
  const isWanted = nextPage.isWanted(last);
  const { load } = nextPage;
  useEffect(() => {
    if (isWanted) void load();
  }, [isWanted, load]);
  return {
    body,
    rows: indexes.map((index, place) => ({ index, above: (index - (indexes[place - 1] ?? -1) - 1) * rowHeight })),
    /** The height of the rows after the last one. */
    below: (count - 1 - (indexes.at(-1) ?? -1)) * rowHeight,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('[data-index]');
      setFocused(row ? Number(row.dataset['index']) : undefined);
    },
    onBlur: () => setFocused(undefined),
  };
}

/** A row that has the focus stays, however far it is scrolled away: the keyboard goes on from there. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === undefined || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((one, other) => one - other);
}
