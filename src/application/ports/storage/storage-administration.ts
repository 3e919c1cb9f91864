/** The state of the storage itself, apart from its content. */
export interface StorageAdministration {
  /** Brings the schema to the program's version. Many instances may do so concurrently. Rejects with SchemaTooNew. */
  migrate(): Promise<SchemaChange>;

  /** Resolves when the storage responds and its schema is the program's; rejects with StorageUnavailable otherwise. */
  ping(): Promise<StorageState>;

  /**
   * Sets some space aside, so that keys can be reset and sign-ins work even when the storage is full. To be repeated: fills
   * what was used, as soon as there is room again.
   */
  reserveSpace(): Promise<void>;
}

export interface StorageState {
  /** Writes of content are rejected with StorageFull; resets, sign-ins, deletions and label moves are not. */
  readonly isNearlyFull: boolean;
  /** The storage's own time; undefined if it uses the clock of this machine. */
  readonly time: Date | undefined;
}

export interface SchemaChange {
  readonly from: number;
  readonly to: number;
}

/** The storage was written by a newer release. Continuing would damage it. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  constructor(found: number, known: number) {
    super(`the storage has schema version ${found}, this program knows ${known}: start a newer release`);
  }
}
