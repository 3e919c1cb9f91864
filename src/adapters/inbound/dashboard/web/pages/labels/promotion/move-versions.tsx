/** Estimated height of a move in the lists of a promotion, in pixels. */
export const MOVE_PX = 37;

/** `v1 → v3`, `v3, includes` if only these change, or `new → v3` for a label that the prompt does not have yet. */
export function MoveVersions({ from, to }: { readonly from: number | undefined; readonly to: number }) {
  if (from === to) return <span className="move-versions">v{to}, includes</span>;
  return (
    <span className="move-versions">
      {from === undefined ? `new → v${to}` : `v${from} → v${to}`}
      {from !== undefined && from > to && ' (older)'}
    </span>
  );
}
