import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

/** Anything faster needs no sign of progress; it would only flicker. */
const PATIENCE_MS = 300;

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean;
}

/** Does nothing while it is busy, and keeps the focus, which a disabled button would lose. */
export function BusyButton({ busy, onClick, leftSection, ...button }: BusyButtonProps) {
  const [busyForLong] = useDebouncedValue(busy, PATIENCE_MS);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // This keeps a form from being sent twice, too.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      type="button"
      {...button}
      aria-disabled={busy || undefined}
      onClick={click}
      leftSection={busy && busyForLong ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
    />
  );
}
