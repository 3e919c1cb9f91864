const VARIABLE = 'PROOF_SIZE';

/**
 * How large a proof is. Usually just large enough to fail when the promise is broken, because every run of CI takes it;
 * with PROOF_SIZE=full as large as docs/proof.md reports.
 */
export function proofSize<Size>({ usual, full }: { readonly usual: Size; readonly full: Size }): Size {
  const chosen = process.env[VARIABLE] ?? 'usual';
  if (chosen !== 'usual' && chosen !== 'full') throw new Error(`${VARIABLE} must be usual or full, not ${chosen}`);
  return chosen === 'full' ? full : usual;
}
