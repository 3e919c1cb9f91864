import { type RefObject, useEffect, useRef } from 'react';

const GAP_PX = 24;

/** For a bar at the bottom of the window: what gets the focus is scrolled into view above it. */
export function useScrollPadding<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${(bar.current?.offsetHeight ?? 0) + GAP_PX}px`;
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);
  return bar;
}
