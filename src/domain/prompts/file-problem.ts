/** Something wrong inside a file, and the line to look at. */
export interface FileProblem {
  readonly line: number;
  /** A sentence without its subject. */
  readonly problem: string;
}
