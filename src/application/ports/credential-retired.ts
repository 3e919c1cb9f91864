/**
 * The key or session that a request was admitted with has been replaced since. Nothing was written. The HTTP status is 401.
 *
 * Thrown by every write whose actor has a credential, like StorageUnavailable, because no use case decides anything about it.
 */
export class CredentialRetired extends Error {
  override readonly name = 'CredentialRetired';

  constructor() {
    super('the account has another key or session epoch by now');
  }
}
