/** The rows of the service's tables; in Redis, of its hashes. */
export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface PromptRow {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly type: string;
  readonly description: string;
  readonly tags: string;
  readonly labels: string;
  readonly latest_version: number;
  readonly revision: number;
  readonly archived: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface VersionRow {
  readonly version: number;
  readonly hash: string;
  readonly restored_from: number | null;
  readonly published_at: number;
  readonly message: string;
  readonly variables: string;
  readonly config: string;
  readonly body: string;
}

export interface NewKey {
  readonly accountId: string;
  readonly retired: string;
  readonly digest: string;
  readonly sealed: string;
  readonly at: number;
}

export type PromptHead = Pick<PromptRow, 'id' | 'revision'> & Pick<VersionRow, 'version'>;

type Result<Value> = Value | Promise<Value>;

/** Only what the handlers of the baseline need. */
export interface BaselineStorage {
  accountByDigest(digest: string): Result<AccountRow | undefined>;
  promptsByName(accountId: string, after: string, limit: number): Result<readonly PromptRow[]>;
  readHead(accountId: string, name: string, label: string): Result<PromptHead | undefined>;
  read(accountId: string, name: string, label: string): Result<(PromptRow & VersionRow) | undefined>;
  /** Atomic. */
  create(accountId: string, prompt: PromptRow, version: VersionRow): Result<void>;
  /** Returns false if the account no longer holds the key to be retired. */
  replaceKey(key: NewKey): Result<boolean>;
}
