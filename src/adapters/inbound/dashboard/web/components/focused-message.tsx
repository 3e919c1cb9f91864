import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus when it appears, because the control that caused it may be gone. */
export function FocusedMessage({ children }: { readonly children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="focused-message">
      {children}
    </div>
  );
}
