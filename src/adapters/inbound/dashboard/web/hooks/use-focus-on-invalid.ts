import { type RefObject, useEffect, useRef } from 'react';

/** For a form: whenever the server refused it, the first field to correct takes the focus. */
export function useFocusOnInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
