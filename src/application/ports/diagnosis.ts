import type { KeyringChecks } from './keyring-register.ts';

/** `error`: the service cannot run, or will lose data. `warning`: it runs, but not as it should. */
export type Severity = 'ok' | 'warning' | 'error';

/** The result of one check, in text for operators. It never contains a secret. */
export interface Finding {
  /** A short name of what was checked. */
  readonly check: string;
  readonly severity: Severity;
  readonly message: string;
  /** The remedy. Always present for warnings and errors; for `ok` it is advice. */
  readonly cure?: string;
}

export const ok = (check: string, message: string, cure?: string): Finding => ({
  check,
  severity: 'ok',
  message,
  ...(cure === undefined ? {} : { cure }),
});

export const warning = (check: string, message: string, cure: string): Finding => ({
  check,
  severity: 'warning',
  message,
  cure,
});

export const failure = (check: string, message: string, cure: string): Finding => ({
  check,
  severity: 'error',
  message,
  cure,
});

export interface StorageFacts {
  /** Whether acknowledged writes are durable: settings of the server, of the file and of its file system. */
  readonly findings: readonly Finding[];
  /** Undefined when it could not be read, which the findings explain. 0 for an empty storage. */
  readonly schema?: { readonly found: number; readonly known: number };
  /** The time by the clock of the storage server, if it has one. */
  readonly time?: Date;
  /** Undefined when they could not be read. */
  readonly keyringChecks?: KeyringChecks;
}

export interface StorageDiagnosis {
  /**
   * Reads on a connection of its own, also while the service runs. Creates and changes nothing, not even the
   * schema. Rejects with StorageUnavailable when it cannot connect.
   */
  examine(): Promise<StorageFacts>;
}

export interface KeyringDiagnosis {
  /** Checks the keyring, and that the storage was written with it. `recorded` is undefined when the storage could not be read. */
  examine(recorded: KeyringChecks | undefined): Promise<readonly Finding[]>;
}
