/**
 * Small records that all instances share, until they expire. They are changed by comparing and replacing, so that the rules
 * about them are written once, and hold exactly under concurrency on every backend.
 */
export interface SharedRecords {
  /** Returns records in the order of the keys; undefined where there is none. */
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>;

  /** False, and nothing is written, if the record is no longer `replaced`. */
  replace(change: RecordChange): Promise<boolean>;

  /** Deletes some expired records, more than one attempt can add, so that they do not accumulate. */
  deleteExpired(at: Date): Promise<void>;
}

export interface RecordChange {
  readonly key: string;
  /** Undefined: there is no record yet. */
  readonly replaced: string | undefined;
  /** Undefined: the record is deleted. */
  readonly text: string | undefined;
  readonly at: Date;
  /** The record may be deleted from then on. */
  readonly expiresAt: Date;
}
