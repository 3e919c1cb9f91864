import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Position {
  /** Distance from the top of the document. */
  readonly top: number;
  readonly width: number;
}

/** Position of an element in the document, kept up to date when what is above it changes. */
export function usePosition<Each extends HTMLElement>(): readonly [RefObject<Each | null>, Position] {
  const element = useRef<Each>(null);
  const [position, setPosition] = useState<Position>({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (!box) return;
      const top = Math.round(box.top + window.scrollY);
      setPosition((before) => (before.top === top && before.width === box.width ? before : { top, width: box.width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [element, position];
}
