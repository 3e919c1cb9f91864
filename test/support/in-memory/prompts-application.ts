import { once } from 'node:events';
import { composePrompts } from '../../../src/adapters/composition/wiring/compose-prompts.ts';
import { composeChanges } from '../../../src/adapters/composition/wiring/compose-webhooks.ts';
import { sha256ContentHashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import { RetryWhileStale } from '../../../src/application/prompts/retry-while-stale.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { inMemoryPromptPorts, type PromptPorts, somePorts } from './prompt-ports.ts';

/** Its short pauses take no time, but long by its own clock. The long ones, in its queue, end only when they are aborted. */
export function aRetryWhileStale(): RetryWhileStale {
  let nowMs = 0;
  const pause = async (ms: number, signal: AbortSignal) => {
    if (ms <= 64) nowMs += 100;
    else if (!signal.aborted) await once(signal, 'abort');
  };
  return new RetryWhileStale({ now: () => new Date(nowMs) }, systemEntropy, pause);
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
    pendingLocks: prompts.pendingLocks,
    contentHashing: sha256ContentHashing,
    clock: { now: () => time.now },
    entropy: systemEntropy,
  });
  const useCases = composePrompts(ports, quotas, aRetryWhileStale());
  return { ...useCases, useCases, changeUseCases: composeChanges(ports), prompts, time };
}
