import { IconLock } from '@tabler/icons-react';

/** A lock beside a label that programs with the API key cannot move. */
export function ProtectedMark({ label }: { readonly label: string }) {
  return (
    <span role="img" aria-label={`${label} is protected`} title="Only people signed in to the dashboard can move it">
      <IconLock aria-hidden size={18} />
    </span>
  );
}
