import type { AccountId } from '../../../domain/accounts/account.ts';
import type { ChangeFilter } from '../../../domain/changes/change-filter.ts';
import type { ChangeId } from '../../../domain/changes/change-id.ts';
import type { ChangeEvent } from '../change-event.ts';
import type { StreamCredential } from './stream-credential.ts';

/** An open stream, as the watch sees it. None of its methods throws. */
export interface WatchedStream {
  readonly owner: AccountId;
  readonly credential: StreamCredential;

  /** `revoked`: nothing may reach the client anymore, not even what waits to be sent. */
  end(reason: 'revoked' | 'failed'): void;
}

/** A stream whose client gets every change. */
export interface ChangeStream extends WatchedStream {
  readonly filter: ChangeFilter;

  /** False while something that was sent earlier still waits in this process. */
  readonly isDrained: boolean;

  /** Sends events, oldest first. A stream that is live gets them even if it is not drained. */
  send(events: readonly ChangeEvent[], isLive: boolean): void;

  /** The client resumes from here, although nothing was sent: no change up to here matches its filter. */
  sendPosition(id: ChangeId): void;

  /** Changes are missing between what the client has and the newest one. */
  sendReset(newest: ChangeId): void;
}

/** A stream whose client learns only that prompts have changed, and reads them again. */
export interface NotifiedStream extends WatchedStream {
  /** False shortly after a notification, and while the client does not read. The watch is resumed when it is true again. */
  readonly canNotify: boolean;

  notify(): void;
}
