import type { DeleteAccount } from '../../../../application/accounts/delete-account.ts';
import type { ListAccounts } from '../../../../application/accounts/list-accounts.ts';
import type { OpenAccount } from '../../../../application/accounts/open-account.ts';
import type { ResetPassword } from '../../../../application/accounts/reset-password.ts';
import type { UnblockAccount } from '../../../../application/accounts/unblock-account.ts';
import type { PromoteEncryptionKey } from '../../../../application/keyring/promote-encryption-key.ts';
import type { ReencryptKeys } from '../../../../application/keyring/reencrypt-keys.ts';
import type { ReplaceKeyringOutcome } from '../../../../application/keyring/replace-keyring.ts';
import type { RetireEncryptionKey } from '../../../../application/keyring/retire-encryption-key.ts';
import type { RotateAllKeys } from '../../../../application/keys/rotate-all-keys.ts';
import type { RotateKeyOfAccount } from '../../../../application/keys/rotate-key-of-account.ts';
import type { Finding } from '../../../../application/ports/diagnosis.ts';
import type { EncryptionKeys } from '../../../../application/ports/encryption-keys.ts';
import type { KeyringHolder } from '../../../../application/ports/keyring-register.ts';
import type { BackupDoubt } from '../../../../application/ports/storage/backup-file.ts';
import type { SchemaChange } from '../../../../application/ports/storage/storage-administration.ts';
import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { BackUpOutcome } from '../../../../application/transfer/back-up-storage.ts';
import type { CopyOutcome, TransferProgress } from '../../../../application/transfer/copy-storage.ts';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';

export interface UseCases {
  readonly openAccount: OpenAccount;
  readonly listAccounts: ListAccounts;
  readonly resetPassword: ResetPassword;
  readonly deleteAccount: DeleteAccount;
  readonly unblockAccount: UnblockAccount;
  readonly rotateKeyOfAccount: RotateKeyOfAccount;
  readonly rotateAllKeys: RotateAllKeys;
  /** The first step of changing the encryption key: adds one that can read once every instance has it. */
  readonly addEncryptionKey: EncryptionKeys['add'];
  readonly promoteEncryptionKey: PromoteEncryptionKey;
  readonly reencryptKeys: ReencryptKeys;
  readonly retireEncryptionKey: RetireEncryptionKey;
}

/** Settings as they were typed, which win over the configuration. */
export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
}

/** One setting as `prompthold config` prints it. */
export interface EffectiveSetting {
  readonly path: string;
  /** Null when the setting has no value; secrets are masked. */
  readonly value: unknown;
  readonly origin: string;
}

/** `exists`: the keyring file is already there. `in-use`: the storage was written with another keyring. */
export type KeyringInit =
  | { readonly kind: 'created'; readonly file: string; readonly fingerprint: string }
  | { readonly kind: 'exists' | 'in-use'; readonly file: string };

/** Outcome of a replacement, with the file that it is about. */
export type KeyringReplacement = ReplaceKeyringOutcome & { readonly file: string };

/** `exists`: the keyring file is there. `not-written`: these instances hold the keyring, but none of them wrote it here. */
export type KeyringRecovery =
  | { readonly kind: 'recovered'; readonly file: string; readonly fingerprint: string }
  | { readonly kind: 'exists'; readonly file: string }
  | { readonly kind: 'not-written'; readonly file: string; readonly holders: readonly KeyringHolder[] };

interface TransferRequest {
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface CopyRequest extends TransferRequest {
  /** Storage URLs, or `env:NAME` for the variable that holds one. */
  readonly from: string;
  readonly to: string;
}

export interface RestoreRequest extends TransferRequest {
  readonly path: string;
  /** Restores a file that cannot be verified. */
  readonly unverified: boolean;
}

export type RestoreOutcome =
  | { readonly kind: 'doubtful'; readonly doubts: readonly BackupDoubt[] }
  | { readonly kind: 'verified'; readonly doubts: readonly BackupDoubt[]; readonly copy: CopyOutcome };

export interface BackUpRequest extends TransferRequest {
  readonly path: string;
  /** Replaces an existing file. */
  readonly force: boolean;
}

/** `fetch`, or something that behaves like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Everything needed to call the HTTP API of a service. */
export interface ApiAccess {
  /** URL without a trailing slash; it may have a path. */
  readonly url: string;
  readonly key: ApiKey;
  /** Name under which the service lists the command among its callers. */
  readonly clientName: string;
  readonly fetch: Fetch;
}

/** Everything needed to read prompts from another tool. */
export interface SourceAccess {
  /** URL without a trailing slash; it may have a path. */
  readonly url: string;
  /** Value of the `Authorization` header. */
  readonly authorization: () => string;
  readonly fetch: Fetch;
}

export const TOOL_SETS = ['read', 'write', 'none'] as const;

export interface McpBridgeRequest {
  /** URL as it was typed; PROMPTHOLD_URL by default. */
  readonly url: string | undefined;
  readonly view: PromptView;
  readonly tools: (typeof TOOL_SETS)[number];
  readonly report: (text: string) => void;
}

/** The services that the composition root provides to commands. Each call opens what it needs and closes it afterwards. */
export interface CommandServices {
  /** Resolves to the exit code when the service has stopped. */
  serve(configFile: string | undefined, options: ServeOptions): Promise<number>;
  withUseCases<Result>(configFile: string | undefined, work: (useCases: UseCases) => Promise<Result>): Promise<Result>;
  initKeyring(configFile: string | undefined): Promise<KeyringInit>;
  /** Creates another keyring for a storage whose own was lost, or adopts the one that is in its place. */
  replaceKeyring(configFile: string | undefined, options: { readonly adopt: boolean }): Promise<KeyringReplacement>;
  /** Asks the running instances of this machine to write the keyring file, and waits for it. */
  recoverKeyring(configFile: string | undefined, waitMs: number): Promise<KeyringRecovery>;
  migrate(configFile: string | undefined): Promise<SchemaChange>;
  copyStorage(configFile: string | undefined, request: CopyRequest): Promise<CopyOutcome>;
  backUp(configFile: string | undefined, request: BackUpRequest): Promise<BackUpOutcome>;
  restore(configFile: string | undefined, request: RestoreRequest): Promise<RestoreOutcome>;
  /** Reports each fault as soon as it is found. */
  checkStorage(configFile: string | undefined, onFault: (fault: StorageFault) => void): Promise<void>;
  settings(configFile: string | undefined): Promise<readonly EffectiveSetting[]>;
  /** Checks the whole installation; an invalid configuration is a finding too. */
  diagnose(configFile: string | undefined): Promise<readonly Finding[]>;
  /** The readiness URL of the service with this configuration, as seen from its own machine. */
  readyUrl(configFile: string | undefined): Promise<string>;
  /** Access to the service that PROMPTHOLD_URL and PROMPTHOLD_KEY name, for commands that are its clients. */
  api(): Promise<ApiAccess>;
  /** Serves an MCP client over stdin and stdout until stdin ends, and returns the exit code. */
  bridgeMcp(request: McpBridgeRequest): Promise<number>;
  /** Access to the Langfuse at this URL, with the keys in LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY. */
  langfuse(url: string): Promise<SourceAccess>;
}
