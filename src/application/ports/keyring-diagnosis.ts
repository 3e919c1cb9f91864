import type { Finding } from '../diagnose/finding.ts';
import type { KeyringChecks } from './keyring-register.ts';

export interface KeyringDiagnosis {
  /** Looks at the keyring, and whether it is the one that the storage was written with; undefined when that is unknown. */
  examine(recorded: KeyringChecks | undefined): Promise<readonly Finding[]>;
}
