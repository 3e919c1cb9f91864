import { setImmediate as otherRequests } from 'node:timers/promises';
import type {
  IndexingStep,
  PromptQuery,
  PromptSearch,
  SearchIndexing,
} from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { contentText, metadataText, missingWords, type SearchWords } from '../../../../domain/prompts/prompt-search.ts';
import { fromContentRow } from '../../rows/prompt-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { BODIES } from './prompt-read-scripts.ts';
import { RedisPromptScan } from './redis-prompt-scan.ts';

/** How long a search may take before it returns what it has found so far. */
const SEARCH_MS = 1000;
/** How much content one script returns: little enough to block neither Redis nor this process. */
const PORTION_CHARACTERS = 256 * 1024;

/** Redis has no index for this: compares prompts with the words one after the other, in the order of the list. */
export class RedisPromptSearch implements PromptSearch, SearchIndexing {
  private readonly keys: PromptKeys;
  private readonly scan: RedisPromptScan;

  constructor(
    private readonly store: RedisStore,
    reader: Pick<PromptReader, 'find'>,
    private readonly searchMs = SEARCH_MS,
  ) {
    this.keys = promptKeys(store);
    this.scan = new RedisPromptScan(store, reader);
  }

  async search(owner: AccountId, query: PromptQuery, words: SearchWords, signal: AbortSignal) {
    const deadline = performance.now() + this.searchMs;
    const ids: PromptId[] = [];
    // The limit is that of the page, but a search may have to go through every prompt.
    for await (const { prompts, last } of this.scan.batches(owner, { ...query, limit: Number.POSITIVE_INFINITY })) {
      signal.throwIfAborted();
      for (let index = 0; index < prompts.length; ) {
        const decided = await this.compareSome(owner, prompts.slice(index), words);
        ids.push(...decided.flatMap(({ id, isMatch }) => (isMatch ? [id] : [])));
        index += decided.length;
        if (ids.length >= query.limit) return { ids };
        if (performance.now() > deadline) return { ids, stoppedAt: prompts[index - 1] };
        await otherRequests();
        signal.throwIfAborted();
      }
      if (performance.now() > deadline && last) return { ids, stoppedAt: last };
    }
    return { ids };
  }

  async indexSome(): Promise<IndexingStep> {
    return { kind: 'done' };
  }

  /** Decides about the first prompts, as many as fit into a portion of content, but at least one. */
  private async compareSome(owner: AccountId, prompts: readonly Prompt[], words: SearchWords) {
    const sought = prompts.map((prompt) => ({ prompt, missing: missingWords(words, metadataText(prompt)) }));
    const undecided = sought.filter(({ missing }) => missing.length > 0).map(({ prompt }) => prompt);
    const bodies = await this.readBodies(owner, undecided);
    // The first prompt whose content did not fit, and those after it, are decided the next time.
    const next = undecided[bodies.size];
    const decided = next ? sought.slice(0, prompts.indexOf(next)) : sought;
    return decided.map(({ prompt: { id, type }, missing }) => {
      const body = bodies.get(id);
      const isMatch = missing.length === 0 || (!!body && isFound(missing, contentText(fromContentRow({ type, body }))));
      return { id, isMatch };
    });
  }

  private async readBodies(
    owner: AccountId,
    prompts: readonly Prompt[],
  ): Promise<ReadonlyMap<PromptId, string | undefined>> {
    if (prompts.length === 0) return new Map();
    const which = prompts.flatMap(({ id, latestVersion }) => [id, latestVersion]);
    const values = [PORTION_CHARACTERS, prompts.length, ...which];
    const reply = await this.store.readScript(BODIES, this.keys.ofScripts(owner), values);
    // The script returns nothing when the account was removed: then none of its prompts is found.
    const bodies = (reply ?? prompts.map(() => null)) as readonly (string | null)[];
    return new Map(prompts.slice(0, bodies.length).map(({ id }, index) => [id, bodies[index] ?? undefined]));
  }
}

const isFound = (words: SearchWords, text: string): boolean => missingWords(words, text).length === 0;
