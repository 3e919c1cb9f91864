import type { CircuitBreaker } from '../cache/circuit-breaker.ts';
import type { Entry } from '../cache/entry.ts';
import type { EntryLoader } from '../cache/entry-loader.ts';
import type { PromptReader } from '../cache/prompt-reader.ts';
import { Unavailable } from '../errors.ts';
import type { HttpApi } from '../network/http-api.ts';
import { type ListRequest, listPrompts } from '../network/list-prompts.ts';
import { toTarget } from '../prompts/prompt-target.ts';
import type { SnapshotStore } from '../snapshot/snapshot-store.ts';

interface PreloadPorts {
  readonly api: HttpApi;
  readonly loader: EntryLoader;
  readonly reader: PromptReader;
  readonly snapshot: SnapshotStore | undefined;
  readonly breaker: CircuitBreaker;
  readonly now: () => number;
}

/**
 * Reads prompts into memory with everything they include. Returns how many were listed.
 *
 * While the service is away, an application that has a snapshot starts with that: its prompts are read one by one.
 */
export async function preload(
  request: ListRequest,
  { api, loader, reader, snapshot, breaker, now }: PreloadPorts,
): Promise<number> {
  const { label } = request;
  await snapshot?.open();
  const list = loader.startList();
  const entries: Entry[] = [];
  try {
    for await (const page of listPrompts(api, request)) {
      for (const listed of page.prompts) {
        entries.push(list.store(toTarget(listed.document.name, { label }), listed, page.rejections));
      }
    }
    breaker.recordResponse();
  } catch (error) {
    if (error instanceof Unavailable && error.code === 'timeout') breaker.recordTimeout(now());
    const isCached = snapshot !== undefined && snapshot.size > 0;
    if (!isCached || !(error instanceof Unavailable)) throw error;
  } finally {
    list.end();
  }
  await reader.preloadIncludes(entries);
  return entries.length;
}
