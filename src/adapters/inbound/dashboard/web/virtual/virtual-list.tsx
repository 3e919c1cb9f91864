import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

const OVERSCAN_ROWS = 10;

interface VirtualListProps<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  /** The likely height of an item, in pixels. */
  readonly rowHeight: number;
  readonly children: (item: Item) => ReactNode;
}

/** A list of any length that scrolls in its own box: only the items in view are in the document. */
export function VirtualList<Item extends { readonly id: string }>({
  name,
  items,
  rowHeight,
  children,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
    <section ref={scroller} className="virtual-list" tabIndex={0} aria-label={name}>
      <ul className="virtual-items" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="virtual-item"
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
