import type { AccountId } from '../../../domain/accounts/account.ts';
import type { ChangeFilter } from '../../../domain/changes/change-filter.ts';
import type { ChangeId } from '../../../domain/changes/change-id.ts';
import type { ChangeEvent } from '../change-event.ts';
import type { StreamCredential } from './stream-credential.ts';

/** An open stream, as the watch sees it. None of its methods throws. */
export interface ChangeStream {
  readonly owner: AccountId;
  readonly credential: StreamCredential;
  readonly filter: ChangeFilter;

  /** False while something that was sent earlier still waits in this process. */
  readonly isDrained: boolean;

  /** Sends events, oldest first. A stream that is live gets them even if it is not drained. */
  send(events: readonly ChangeEvent[], isLive: boolean): void;

  /** The client resumes from here, although nothing was sent: no change up to here matches its filter. */
  sendPosition(id: ChangeId): void;

  /** Changes are missing between what the client has and the newest one. */
  sendReset(newest: ChangeId): void;

  /** `revoked`: nothing may reach the client anymore, not even what waits to be sent. */
  end(reason: 'revoked' | 'failed'): void;
}
