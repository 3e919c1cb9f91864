import { VisuallyHidden } from '@mantine/core';

/** Every key has this length, so the mask reveals nothing. */
const MASK = `ph_${'•'.repeat(64)}`;

/** The key, or a mask of the same length, so that the layout stays when it is revealed. */
export function KeyText({ token }: { readonly token: string | undefined }) {
  if (token !== undefined) return <code className="key-text">{token}</code>;
  return (
    <div className="key-text">
      <span aria-hidden>{MASK}</span>
      <VisuallyHidden>The key is hidden.</VisuallyHidden>
    </div>
  );
}
