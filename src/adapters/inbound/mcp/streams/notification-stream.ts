import type { NotifiedStream } from '../../../../application/changes/watch/change-stream.ts';
import type { StreamCredential } from '../../../../application/changes/watch/stream-credential.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { LastingStream } from '../../http/events/open-streams.ts';
import type { StreamEnd, StreamResponse } from '../../http/events/stream-response.ts';

/** Clients read all their prompts after each notification. */
const NOTIFICATION_INTERVAL_MS = 250;

/** The messages of a stream, which differ between the eras of the protocol. */
export interface StreamMessages {
  /** Writes that the list of prompts has changed. */
  writeListChanged(): void;
  /** Writes that the server ends the stream on purpose. */
  writeEnd(): Promise<void>;
}

/** One response that notifies an MCP client of changes until it is ended. */
export class NotificationStream implements NotifiedStream, LastingStream {
  #pause: NodeJS.Timeout | undefined;

  /** `whenReady` is called when `canNotify` is true again after a notification. */
  constructor(
    private readonly response: StreamResponse,
    private readonly messages: StreamMessages,
    readonly owner: AccountId,
    readonly credential: StreamCredential,
    private readonly whenReady: () => void,
  ) {}

  get canNotify(): boolean {
    return this.#pause === undefined && this.response.isDrained;
  }

  notify(): void {
    if (!this.response.isOpen) return;
    this.messages.writeListChanged();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.whenReady();
    }, NOTIFICATION_INTERVAL_MS).unref();
  }

  keepAlive(): void {
    this.response.keepAlive();
  }

  end(reason: StreamEnd): void {
    if (reason === 'revoked' || reason === 'failed') this.response.end(reason);
    else void this.messages.writeEnd().finally(() => this.response.end(reason));
  }
}
