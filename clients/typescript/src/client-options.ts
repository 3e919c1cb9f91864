import type { Fallback } from './prompt-types.ts';

/** How prompts in memory stay current. */
export type Refresh = 'stream' | 'always' | 'never' | { readonly everyMs: number };

export interface PromptholdOptions {
  /** URL of the service; may contain a path. By default `PROMPTHOLD_URL`, else `http://127.0.0.1:3000`. */
  readonly url?: string | undefined;
  /**
   * Key of the account. By default `PROMPTHOLD_KEY`, else the content of the file `PROMPTHOLD_KEY_FILE`. A function is
   * called again after a 401.
   */
  readonly key?: string | (() => string | Promise<string>) | undefined;
  /** The label to read if `get` names none. If not set: `production` if the prompt has it, else the latest version. */
  readonly label?: string | undefined;
  /** `stream` by default: the service announces changes, which are read within about a second. */
  readonly refresh?: Refresh | undefined;
  /** A file with the prompts that were read last, for starts while the service is away. By default `PROMPTHOLD_SNAPSHOT`, else none. */
  readonly snapshot?: string | false | undefined;
  /** `snapshot-first`: prompts in the snapshot are used at once, and confirmed in the background. By default `network-first`. */
  readonly bootstrap?: 'network-first' | 'snapshot-first' | undefined;
  /** How long a request may take that `get` waits for: 100 to 60,000, by default 2,000. */
  readonly timeoutMs?: number | undefined;
  /** Name of the application, as the dashboard shows it in the list of callers. */
  readonly name?: string | undefined;
  /** Sends all requests but the stream; by default the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly onEvent?: ((event: PromptholdEvent) => void) | undefined;
}

/** Why a prompt could not be read again. */
export type StaleReason = 'timeout' | 'network' | 'unavailable' | 'key' | 'rejected';

export type PromptholdEvent =
  /** Another version was read than the one in memory. The same one if only the lock of its label has changed. */
  | {
      readonly kind: 'updated';
      readonly name: string;
      /** The label or version that was asked for, if any. */
      readonly selector: string | undefined;
      readonly version: number;
      readonly previous: number;
    }
  /** Reading failed: the prompt from memory or disk is used, which was last confirmed `ageMs` ago. */
  | {
      readonly kind: 'stale';
      readonly name: string;
      readonly selector: string | undefined;
      readonly version: number;
      readonly ageMs: number;
      readonly reason: StaleReason;
    }
  /** Reading failed, and the caller's fallback is used. */
  | { readonly kind: 'fallback'; readonly name: string; readonly selector: string | undefined; readonly reason: string }
  /** While the stream is not connected, prompts are read again when they are older than 30 s. */
  | {
      readonly kind: 'stream';
      readonly state: 'connected' | 'disconnected' | 'unsupported';
      /** Why it is not connected. */
      readonly reason?: string;
      /** Time until the next attempt begins. */
      readonly retryMs?: number;
    }
  /** The snapshot is ignored or cannot be written. */
  | {
      readonly kind: 'snapshot';
      readonly path: string;
      readonly problem: 'unreadable' | 'damaged' | 'foreign' | 'newer' | 'unwritable';
      readonly reason: string;
    };

export interface GetOptions<Shape> {
  readonly label?: string | undefined;
  readonly version?: number | undefined;
  /** A template to use if the prompt does not exist, or can be read neither from the service nor from memory or disk. */
  readonly fallback?: Fallback<Shape> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadyOptions {
  /** How long to wait for the service; by default the `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PreloadOptions {
  readonly tag?: string | readonly string[] | undefined;
  /** Selects the prompts in exactly this folder. */
  readonly folder?: string | undefined;
  /** The label to read; by default that of the client. */
  readonly label?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PublishedMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content: string;
}

/** A version to publish; metadata that is left out stays as it is. */
export interface PublishOptions {
  readonly content?: string | undefined;
  readonly messages?: readonly (PublishedMessage | { readonly placeholder: string })[] | undefined;
  readonly variables?: readonly object[] | undefined;
  readonly config?: object | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Labels to set on this version. */
  readonly labels?: readonly string[] | undefined;
  /** Why this version exists. */
  readonly message?: string | undefined;
  /** Sets labels even if that breaks callers of the prompt. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Published {
  readonly version: number;
  /** True if the latest version was already the same: nothing was published. */
  readonly unchanged: boolean;
}

export interface MoveOptions {
  /**
   * The version that the label must point to now; null if the prompt must not have the label. Otherwise the move fails
   * with `precondition_failed`.
   */
  readonly expect?: number | null | undefined;
  /** Why the label is moved. */
  readonly message?: string | undefined;
  /** Moves the label even if that breaks callers of the prompt. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Moved {
  readonly version: number;
  readonly previous: number | null;
}

export interface ChangesOptions {
  readonly type?: string | readonly string[] | undefined;
  /** A name, an id, or `folder/*`. */
  readonly prompt?: string | undefined;
  readonly label?: string | readonly string[] | undefined;
  /** The id of the last change that was handled; by default, only changes from now on. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One change, as in the feed of the service. `reset` means that changes were missed: read everything again. */
export interface ChangeEvent {
  readonly id: string;
  readonly type:
    | 'prompt.created'
    | 'prompt.changed'
    | 'version.published'
    | 'label.moved'
    | 'prompt.deleted'
    | 'protection.changed'
    | 'reset'
    | (string & {});
  /** ISO 8601; absent in a reset. */
  readonly timestamp?: string;
  readonly data: Readonly<Record<string, unknown>>;
}
