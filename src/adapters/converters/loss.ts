/** Something of a file that is not imported, or not as it is. */
export interface Loss {
  readonly path: string;
  /** The rest of a sentence that begins with the path. */
  readonly problem: string;
}
