/** How a command talks to people. Results go to stdout, everything else to stderr. */
export interface Terminal {
  /** False in scripts and pipes, where there is no one to ask. */
  readonly interactive: boolean;
  /** True when stdout is a screen, which obeys control characters. */
  readonly printsToScreen: boolean;
  /** Writes a line of the result to stdout. */
  print(text: string): void;
  /** Writes a message to stderr. */
  report(text: string): void;
  /** Replaces the progress line on a terminal; an empty text removes it. Does nothing in scripts and pipes. */
  progress(text: string): void;
  /** Asks without echoing the input. */
  askSecret(question: string): Promise<string>;
  ask(question: string): Promise<string>;
  /** Returns all of stdin without one trailing newline; by default it may have 64 KiB. */
  readInput(bytesMax?: number): Promise<string>;
}

/** The same terminal with another way to write. */
export const withOutput = (
  terminal: Terminal,
  output: Pick<Terminal, 'print' | 'report'> & Partial<Pick<Terminal, 'progress'>>,
): Terminal => ({
  interactive: terminal.interactive,
  printsToScreen: terminal.printsToScreen,
  progress: (text) => terminal.progress(text),
  ask: (question) => terminal.ask(question),
  askSecret: (question) => terminal.askSecret(question),
  readInput: (bytesMax) => terminal.readInput(bytesMax),
  ...output,
});
