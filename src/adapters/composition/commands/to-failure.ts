import { BackupRefused, BackupTooNew, DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { SchemaTooNew } from '../../../application/ports/storage/storage-administration.ts';
import { ChangedTooFast, UnfinishedTransfer } from '../../../application/ports/storage/storage-transfer.ts';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';
import { EXIT } from '../../inbound/cli/host/exit-codes.ts';
import { InvalidKeyring } from '../../outbound/crypto/keyring/keyring-file.ts';
import { ConfigurationError } from '../configuration/errors.ts';
import { describeWrongOptions } from '../configuration/options.ts';
import { AddressInUse } from '../service/listen.ts';

/** The exit code and message of a program that ends with an error. */
export interface Failure {
  readonly code: number;
  readonly message: string;
}

/** Errors that an operator has to correct before anything can be done. */
const CONFIGURATION_ERRORS = [ConfigurationError, InvalidKeyring, SchemaTooNew, UnfinishedTransfer, BackupTooNew];

const EXPECTED_ERRORS = [AddressInUse, BackupRefused, ChangedTooFast, DamagedBackup];

/** One sentence for errors that an operator can fix, a stack trace for bugs. */
export function toFailure(error: unknown): Failure {
  const wrongOptions = error instanceof ConfigurationError ? describeWrongOptions(error) : undefined;
  if (wrongOptions !== undefined) return { code: EXIT.wrongUsage, message: wrongOptions };
  if (CONFIGURATION_ERRORS.some((kind) => error instanceof kind))
    return { code: EXIT.configuration, message: (error as Error).message };
  if (error instanceof StorageUnavailable) {
    return { code: EXIT.unavailable, message: describeOutage(error) };
  }
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind) || isSystemError(error)) {
    return { code: EXIT.failed, message: (error as Error).message };
  }
  return { code: EXIT.failed, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** `Postgres cannot be used: the connection was refused (connect ECONNREFUSED 127.0.0.1:5432). Check that …` */
function describeOutage({ message, reason, explanation }: StorageUnavailable): string {
  if (!explanation) return `${message}: ${reason}`;
  const { cure } = explanation;
  return `${message} (${reason}). ${cure.charAt(0).toUpperCase()}${cure.slice(1)}.`;
}

/** An error of the operating system, such as `EROFS: read-only file system, mkdir 'data'`: its message says enough. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
