import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 250;

/**
 * The text of a field whose value is in the address: follows the value, except while the user is typing. What was typed is
 * applied after a pause, without surrounding spaces, if it is valid.
 */
export function useTypedText(value: string, apply: (typed: string) => void, isValid = (_typed: string) => true) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const applySoon = useDebouncedCallback((typed: string) => {
    if (!isValid(typed)) return;
    applied.current = typed;
    apply(typed);
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  const type = (typed: string) => {
    setText(typed);
    applySoon(typed.trim());
  };
  return [text, type] as const;
}
