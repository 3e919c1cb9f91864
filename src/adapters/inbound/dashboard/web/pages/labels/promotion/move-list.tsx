import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

const ROW_PX = 37;
const OVERSCAN_ROWS = 10;

interface MoveListProps<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** Prompts of a promotion, of which only those in view are in the document. */
export function MoveList<Item extends { readonly id: string }>({ name, items, children }: MoveListProps<Item>) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
    <section ref={scroller} className="moves" tabIndex={0} aria-label={name}>
      <ul className="moves-list" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="move"
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={items.length}
                aria-posinset={index + 1}
              >
                {children(item)}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** `v1 → v3`, or `v3` for a label that the prompt does not have yet. */
export function MoveVersions({ from, to }: { readonly from: number | undefined; readonly to: number }) {
  return (
    <span className="move-versions">
      {from === undefined ? `new → v${to}` : `v${from} → v${to}`}
      {from !== undefined && from > to && ' (older)'}
    </span>
  );
}
