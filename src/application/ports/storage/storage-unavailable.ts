/** Why a storage cannot be used, in text for operators. It never contains a secret. */
export interface Explanation {
  /** A sentence without its full stop, such as "the connection was refused". */
  readonly problem: string;
  /** The remedy, likewise. */
  readonly cure: string;
}

/** The backend does not serve us. Neither the caller's fault nor a bug: the HTTP status is 503, and the caller may retry. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';

  constructor(
    backend: string,
    cause: unknown,
    /** Undefined when there is nothing to say beyond the cause. */
    readonly explanation?: Explanation,
    message = [`${backend} cannot be used`, explanation?.problem].filter(Boolean).join(': '),
  ) {
    super(message, { cause });
  }

  /** The message of the driver or system: for operators, never for callers. */
  get reason(): string {
    return reasonOf(this.cause);
  }
}

/**
 * The storage is full, or so nearly that the rest is held back for resets, sign-ins and deletions. Nothing was written.
 * The HTTP status is 503, and the caller may retry once an operator has made room.
 */
export class StorageFull extends StorageUnavailable {
  override readonly name = 'StorageFull';

  constructor(backend: string, cause: unknown) {
    super(backend, cause, undefined, `${backend} is full`);
  }
}

/** A host with several addresses fails once for each, in an error that has no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
