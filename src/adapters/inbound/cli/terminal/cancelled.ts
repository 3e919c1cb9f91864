/** The user closed a prompt with Ctrl-C or Ctrl-D. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
