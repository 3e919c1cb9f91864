/** The command line itself is wrong; nothing was tried. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
