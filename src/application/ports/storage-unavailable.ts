/** The backend did not respond. Neither the caller's fault nor a bug: the HTTP status is 503, and the caller may retry. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor(backend: string, cause: unknown) {
    super(`${backend} did not respond`, { cause });
  }

  /** The message of the driver or system: for operators, never for callers. */
  get reason(): string {
    return reasonOf(this.cause);
  }
}

/** A host with several addresses fails once for each, in an error that has no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
