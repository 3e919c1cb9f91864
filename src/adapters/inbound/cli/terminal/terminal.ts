/** What a command can do besides its work: ask and tell. Results go to stdout, everything else to stderr. */
export interface Terminal {
  /** False in scripts and pipes, where nobody can be asked. */
  readonly interactive: boolean;
  print(text: string): void;
  tell(text: string): void;
  /** For people only: each takes the place of the one before, and an empty one ends it. */
  progress(text: string): void;
  /** Asks without showing what is typed. */
  askSecret(question: string): Promise<string>;
  ask(question: string): Promise<string>;
  /** All of stdin, with one trailing newline dropped. */
  readInput(): Promise<string>;
}
