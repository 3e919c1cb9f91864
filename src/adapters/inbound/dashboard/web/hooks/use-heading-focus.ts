import { type RefObject, useEffect, useRef } from 'react';

/** The browser itself announces the page it loads; only later pages need the focus on their heading. */
let isFirstPage = true;

/** Focuses the heading when a page opens, so that it is read aloud, unless a field has taken the focus. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isTaken = document.activeElement instanceof HTMLInputElement;
    if (!isFirstPage && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}
