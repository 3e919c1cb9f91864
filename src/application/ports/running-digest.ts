/** A checksum of a text that comes in pieces. */
export interface RunningDigest {
  update(text: string): void;
  /** In hex; ends it. */
  end(): string;
}

export type NewDigest = () => RunningDigest;
