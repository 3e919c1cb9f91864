import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

/** A spinner for anything faster would only flicker. */
const SPINNER_DELAY_MS = 300;

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean;
}

/** Ignores clicks while busy, but keeps the focus, which a disabled button would lose. */
export function BusyButton({ busy, onClick, leftSection, ...button }: BusyButtonProps) {
  const [isSlow] = useDebouncedValue(busy, SPINNER_DELAY_MS);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // This also prevents a form from being submitted twice.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      type="button"
      {...button}
      aria-disabled={busy || undefined}
      onClick={click}
      leftSection={busy && isSlow ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
    />
  );
}
