import { VisuallyHidden } from '@mantine/core';

/** Every key has this shape, so that the dots tell nothing of the one behind them. */
const MASK = `ph_${'•'.repeat(64)}`;

/** The key, or as many dots: nothing moves when it is shown. */
export function KeyText({ token }: { readonly token: string | undefined }) {
  if (token !== undefined) return <code className="key-text">{token}</code>;
  return (
    <div className="key-text">
      <span aria-hidden>{MASK}</span>
      <VisuallyHidden>The key is hidden.</VisuallyHidden>
    </div>
  );
}
