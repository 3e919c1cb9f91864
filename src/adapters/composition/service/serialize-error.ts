import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';

/** An error as the log shows it. JSON leaves out what is undefined. */
interface LoggedError {
  readonly type: string;
  readonly code?: string | undefined;
  readonly severity?: string | undefined;
  readonly message?: string | undefined;
  /** The location at which it was thrown, without the message. */
  readonly stack?: string | undefined;
  readonly cause?: LoggedError | undefined;
  readonly errors?: readonly LoggedError[] | undefined;
}

const CAUSES_MAX = 4;
const ERRORS_MAX = 10;
const TEXT_CHARACTERS_MAX = 500;

/**
 * Copies only these fields. Drivers attach the row that they failed on (`detail`, `where`, `command.args`), parsers quote
 * their input in the message, and a trigger can raise with any text: prompts, e-mail addresses and digests.
 */
export function serializeError(error: unknown, isOfOutage = false, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error };
  const { code, severity, cause, errors } = error as ErrorFields;
  const isSafe = hasSafeMessage(error, isOfOutage);
  const logged: LoggedError = {
    type: identifier(error.constructor.name) ?? 'Error',
    code: identifier(code) ?? replyCode(error),
    severity: identifier(severity),
    message: isSafe ? error.message.slice(0, TEXT_CHARACTERS_MAX) : undefined,
    stack: framesOf(error),
  };
  if (depth === CAUSES_MAX) return logged;
  const serializeInner = (inner: unknown) =>
    serializeError(inner, isOfOutage || error instanceof StorageUnavailable, depth + 1);
  return {
    ...logged,
    cause: cause === undefined ? undefined : serializeInner(cause),
    errors: Array.isArray(errors) ? errors.slice(0, ERRORS_MAX).map(serializeInner) : undefined,
  };
}

interface ErrorFields {
  readonly name: unknown;
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly where?: unknown;
  readonly routine?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** A name or a code, such as `SqliteError`, `ECONNREFUSED` or `23505`, and nothing longer. */
const IDENTIFIER = /^[A-Za-z0-9_]{1,60}$/;

const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;

/** Our own errors whose messages are made of constants, addresses and ids. */
const OWN = new Set([
  'StorageUnavailable',
  'StorageFull',
  'KeyringReplaced',
  'InvariantViolation',
  'ChangedTooFast',
  'InvalidKeyring',
]);

/** Postgres: connections, resources, the operator, the system, sign-in, a missing database or table. Never about a value. */
const POSTGRES_SAFE = /^(08|28|3D|53|57|58|42P01|42501|40|55|25)/;
/** SQLite: everything but plain errors, which may quote a value, and triggers, which may raise with one. */
const SQLITE_SAFE = /^SQLITE_(?!ERROR|CONSTRAINT_TRIGGER|CONSTRAINT_VTAB)/;
/** Redis: the state of the server. `ERR` may quote the arguments. */
const REDIS_SAFE =
  /^(OOM|LOADING|READONLY|MISCONF|NOAUTH|WRONGPASS|NOPERM|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|MOVED|ASK|TRYAGAIN|BUSY)$/;

function hasSafeMessage(error: Error, isOfOutage: boolean): boolean {
  const { name, code, severity, where, routine, syscall } = error as ErrorFields;
  if (typeof name === 'string' && OWN.has(name)) return true;
  if (name === 'SqliteError') return SQLITE_SAFE.test(String(code));
  if (name === 'ReplyError') return REDIS_SAFE.test(replyCode(error) ?? '');
  // Only an error of Postgres has a severity. One with a context was raised inside a function or trigger.
  if (severity !== undefined) {
    return where === undefined && routine !== 'exec_stmt_raise' && POSTGRES_SAFE.test(String(code));
  }
  // A plain error that a driver reports as an outage is about the connection, not about a value.
  return syscall !== undefined || (isOfOutage && error.constructor === Error);
}

/** The first word of an error reply of Redis. */
function replyCode(error: Error): string | undefined {
  return error.name === 'ReplyError' ? /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] : undefined;
}

/** A stack begins with the message. If the message was changed since, its end cannot be found, so nothing is shown. */
function framesOf({ stack, message }: Error): string | undefined {
  if (!stack?.includes(message)) return undefined;
  const frames = stack.slice(stack.indexOf(message) + message.length).trim();
  return frames.startsWith('at ') ? frames : undefined;
}
