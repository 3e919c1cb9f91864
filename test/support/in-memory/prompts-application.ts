import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { composePrompts } from '../../../src/adapters/composition/wiring/compose-prompts.ts';
import { composeChanges } from '../../../src/adapters/composition/wiring/compose-webhooks.ts';
import type { Entropy } from '../../../src/application/ports/environment.ts';
import type { ContentHashing } from '../../../src/application/ports/hashing.ts';
import { RetryWhileStale } from '../../../src/application/prompts/retry-while-stale.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { inMemoryPromptPorts, type PromptPorts, somePorts } from './prompt-ports.ts';

export const hashing: ContentHashing = {
  hash: (text) => `sha256:${createHash('sha256').update(text).digest('hex')}` as ContentHash,
};
const entropy: Entropy = { bytes: (count) => randomBytes(count) };

/** Its short pauses take no time, but long by its own clock. The long ones, in its queue, end only when they are aborted. */
export function aRetryWhileStale(): RetryWhileStale {
  let nowMs = 0;
  const pause = async (ms: number, signal: AbortSignal) => {
    if (ms <= 64) nowMs += 100;
    else if (!signal.aborted) await once(signal, 'abort');
  };
  return new RetryWhileStale({ now: () => new Date(nowMs) }, entropy, pause);
}

/** All prompt use cases, on a fake by default, with a clock that tests can set. */
export function aPromptsApplication(given?: PromptPorts, quotas = DEFAULT_QUOTAS) {
  const prompts = given ?? inMemoryPromptPorts(new InMemoryPrompts(undefined, quotas));
  const time = { now: new Date('2026-11-15T12:00:00.000Z') };
  const ports = somePorts({
    promptReader: prompts.reader,
    promptWriter: prompts.writer,
    promptCatalog: prompts.catalog,
    promptArchive: prompts.archive,
    promptSearch: prompts.search,
    promptChanges: prompts.changes,
    protectedLabels: prompts.protection,
    contentHashing: hashing,
    clock: { now: () => time.now },
    entropy,
  });
  const useCases = composePrompts(ports, quotas, aRetryWhileStale());
  return { ...useCases, useCases, changeUseCases: composeChanges(ports), prompts, time };
}
