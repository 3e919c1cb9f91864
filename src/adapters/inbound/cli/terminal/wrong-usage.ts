/** The command line itself is wrong; nothing has been done. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
