import type { StreamUseCases } from '../../../src/adapters/inbound/http/streams/open-stream.ts';
import { sha256ContentHashing as hashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { ChangeWatch } from '../../../src/application/changes/watch/change-watch.ts';
import { OpenChangeStream } from '../../../src/application/changes/watch/open-change-stream.ts';
import { ReadFeed } from '../../../src/application/changes/watch/read-feed.ts';
import { StreamCredentials } from '../../../src/application/changes/watch/stream-credential.ts';
import type { anApplication } from './an-application.ts';
import type { PromptPorts } from './prompt-ports.ts';

/** What event streams need, on the same fakes. Nothing is sent before a test calls `tick` or `wake` of the watch. */
export function eventUseCasesOn(
  { authenticateKey, sessions, clock }: ReturnType<typeof anApplication>,
  { changes, reader }: PromptPorts,
): StreamUseCases {
  const feed = new ReadFeed(changes, hashing);
  const report = {
    unavailable: () => {},
    failed: (error: unknown) => {
      throw error;
    },
  };
  return {
    changeWatch: new ChangeWatch(feed, report, async () => {}),
    openChangeStream: new OpenChangeStream(feed),
    streamCredentials: new StreamCredentials(authenticateKey, sessions, reader, clock),
  };
}
