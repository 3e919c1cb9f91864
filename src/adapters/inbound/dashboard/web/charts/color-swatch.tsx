/** The colour of a group. */
export function ColorSwatch({ color }: { readonly color: string }) {
  return <span className="chart-swatch" style={{ background: color }} aria-hidden />;
}
