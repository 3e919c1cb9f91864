import type { Actor } from '../../../src/domain/accounts/actor.ts';
import type { Channel } from '../../../src/domain/channel.ts';

/** An actor without a credential, for tests that are not about it. */
export const through = (channel: Channel): Actor => ({ channel });
