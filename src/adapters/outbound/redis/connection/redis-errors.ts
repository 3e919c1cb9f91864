import { ReplyError } from 'ioredis';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { explainRedisError } from './redis-problem.ts';

/**
 * Error codes of Redis that mean that our command is wrong, not that the server is unavailable. If it does not know a command,
 * it is a sentinel or too old; if it has no such database, the URL is wrong.
 */
const OUR_FAULT = /^(ERR (?!unknown command|DB index)|WRONGTYPE|CROSSSLOT|NOSCRIPT)/;

/** The memory limit is reached, or there is no room on the disk for the append-only file. */
const FULL = /^OOM |^MISCONF .*No space left on device/;

export function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (FULL.test(error.message)) return new StorageFull('Redis', error);
  return isOurFault(error) ? error : toUnavailable(error);
}

export const toUnavailable = (error: unknown): StorageUnavailable =>
  new StorageUnavailable('Redis', error, explainRedisError(error));

function isOurFault(error: Error): boolean {
  if (!(error instanceof ReplyError)) return false;
  // A discarded transaction carries the reason only in the errors of its commands: in a failover, MOVED.
  const { previousErrors = [] } = error as { previousErrors?: readonly Error[] };
  return OUR_FAULT.test(error.message) || previousErrors.some(isOurFault);
}

export async function translateErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw translateError(error);
  }
}
