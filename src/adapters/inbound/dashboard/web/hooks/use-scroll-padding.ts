import { type RefObject, useEffect, useRef } from 'react';

const GAP_PX = 24;

/**
 * Scrolls what gets the focus into view above a bar at the bottom of the window. Style sheets find the height of the
 * bar in `--bottom-bar-height`.
 */
export function useScrollPadding<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0;
      style.scrollPaddingBottom = `${height + GAP_PX}px`;
      style.setProperty('--bottom-bar-height', `${height}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
      style.removeProperty('--bottom-bar-height');
    };
  }, []);
  return bar;
}
