import { BackupRefused, BackupTooNew, DamagedBackup } from '../../../application/ports/backup-file.ts';
import { SchemaTooNew } from '../../../application/ports/storage-administration.ts';
import { ChangedTooFast, UnfinishedTransfer } from '../../../application/ports/storage-transfer.ts';
import { StorageUnavailable } from '../../../application/ports/storage-unavailable.ts';
import { InvalidKeyring } from '../../outbound/crypto/keyring-file.ts';
import { ConfigurationError } from '../configuration/errors.ts';
import { AddressInUse } from '../service/listen.ts';

/** How the program ends when something is thrown, and what it says. */
export interface Failure {
  readonly code: number;
  readonly message: string;
}

/** What an operator has to set right before anything can be done. */
const CONFIGURATION = [ConfigurationError, InvalidKeyring, SchemaTooNew, UnfinishedTransfer, BackupTooNew];

const REFUSED = [AddressInUse, BackupRefused, ChangedTooFast, DamagedBackup];

/** One sentence for what an operator can mend. A stack trace is for what only we can. */
export function failure(error: unknown): Failure {
  if (CONFIGURATION.some((kind) => error instanceof kind)) return { code: 78, message: (error as Error).message };
  if (error instanceof StorageUnavailable) {
    return { code: 69, message: `${error.message}: ${error.reason}` };
  }
  if (REFUSED.some((kind) => error instanceof kind) || isSystemError(error)) {
    return { code: 1, message: (error as Error).message };
  }
  return { code: 1, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** What the operating system refused, such as `EROFS: read-only file system, mkdir 'data'`: it says all there is to say. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
