/** The colour of a group, beside its name. */
export function Swatch({ color }: { readonly color: string }) {
  return <span className="chart-swatch" style={{ background: color }} aria-hidden />;
}
