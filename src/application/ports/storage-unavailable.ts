/** The backend did not answer. Not the caller's fault and not a bug: the adapters answer 503, the caller may retry. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor(backend: string, cause: unknown) {
    super(`${backend} did not answer`, { cause });
  }

  /** In the words of whoever refused: for operators, never for callers. */
  get reason(): string {
    return reasonOf(this.cause);
  }
}

/** A host with several addresses fails once for each, in an error that has no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
