/** Whoever was asked would rather not answer; nothing was tried. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
