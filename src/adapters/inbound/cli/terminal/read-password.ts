import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Passwords are never arguments: every process can see those, and the shell stores them in its history. */
export async function readPassword(terminal: Terminal, fromInput: boolean): Promise<string> {
  if (fromInput) return terminal.readInput();
  if (!terminal.interactive) throw new WrongUsage('No terminal to ask for a password. Use --password-stdin');

  const password = await terminal.askSecret('Password: ');
  if ((await terminal.askSecret('Repeat password: ')) !== password) throw new WrongUsage('The passwords do not match');
  return password;
}
