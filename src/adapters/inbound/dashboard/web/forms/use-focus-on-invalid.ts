import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first invalid field of a form when the server rejects it. */
export function useFocusOnInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
