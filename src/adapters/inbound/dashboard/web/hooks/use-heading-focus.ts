import { type RefObject, useEffect, useRef } from 'react';

/** A page that the browser loads begins at its top, as everywhere; only those after it are announced by us. */
let isFirstPage = true;

/** For the heading of a page: it takes the focus when the page opens, unless a field of the page has taken it. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isTaken = document.activeElement instanceof HTMLInputElement;
    if (!isFirstPage && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}
