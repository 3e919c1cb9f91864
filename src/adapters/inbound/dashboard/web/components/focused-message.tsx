import { type ReactNode, useEffect, useRef } from 'react';

/** What has happened, where the control that made it happen may be gone: it takes the focus when it appears. */
export function FocusedMessage({ children }: { readonly children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="focused-message">
      {children}
    </div>
  );
}
