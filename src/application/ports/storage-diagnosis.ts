import type { Finding } from '../diagnose/finding.ts';
import type { KeyringChecks } from './keyring-register.ts';

/** What a storage tells about itself to somebody who only looks. */
export interface StorageFacts {
  /** Whether what it acknowledges stays: settings of the server, of the file and of what it lies on. */
  readonly findings: readonly Finding[];
  /** Undefined when it could not be read, which the findings explain. 0 for a storage that holds nothing yet. */
  readonly schema?: { readonly found: number; readonly known: number };
  /** By the clock of its server, where it has one. */
  readonly time?: Date;
  /** Undefined when they could not be read. */
  readonly keyringChecks?: KeyringChecks;
}

export interface StorageDiagnosis {
  /**
   * Looks, on a connection of its own, while others may be at work. Makes nothing and changes nothing, not even the
   * schema. Rejects with StorageUnavailable when there is no way in.
   */
  examine(): Promise<StorageFacts>;
}
