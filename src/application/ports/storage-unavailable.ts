/** The backend did not answer. Not the caller's fault and not a bug: the adapters answer 503, the caller may retry. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor(backend: string, cause: unknown) {
    super(`${backend} did not answer`, { cause });
  }
}
