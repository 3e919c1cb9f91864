import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Never an argument: every process of the machine can see arguments, and the shell keeps them. */
export async function readPassword(terminal: Terminal, fromInput: boolean): Promise<string> {
  if (fromInput) return terminal.readInput();
  if (!terminal.interactive) throw new WrongUsage('there is no terminal to ask for a password: use --password-stdin');

  const password = await terminal.askSecret('Password: ');
  if ((await terminal.askSecret('Once more: ')) !== password) throw new WrongUsage('the two passwords differ');
  return password;
}
