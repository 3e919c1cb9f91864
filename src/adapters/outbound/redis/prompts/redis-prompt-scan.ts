import type { PromptPosition, PromptQuery } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { folderOf } from '../../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { HashReply } from '../connection/hash-reply.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { NEXT_OF_LIST } from './prompt-read-scripts.ts';
import { toPrompt } from './prompt-replies.ts';

/** How many prompts one script scans: enough to be quick, few enough not to block Redis for others. */
const STEP_MIN = 50;
const STEP_MAX = 200;

export interface ScannedBatch {
  /** The prompts that match, in the order of the query. */
  readonly prompts: readonly Prompt[];
  /** The last one scanned, matching or not. */
  readonly last: PromptPosition | undefined;
}

/** Goes through the prompts of an account in the order of a query. */
export class RedisPromptScan {
  private readonly keys: PromptKeys;

  constructor(
    private readonly store: RedisStore,
    private readonly reader: Pick<PromptReader, 'find'>,
  ) {
    this.keys = promptKeys(store);
  }

  /** The matching prompts, in batches, as long as the caller asks for more. */
  async *batches(owner: AccountId, query: PromptQuery): AsyncIterable<ScannedBatch> {
    const { ids, name, sort, order, limit } = query;
    if (name !== undefined || ids !== undefined) {
      yield { prompts: await this.findEach(owner, query), last: undefined };
      return;
    }
    const step = Math.max(STEP_MIN, Math.min(limit, STEP_MAX));
    let after: PromptPosition | undefined = query.after;
    let scanned: readonly Prompt[];
    do {
      const position = after ? [after.name, after.updatedAt.getTime(), after.id] : ['', '', ''];
      const values = [sort, order, step, ...position];
      const reply = await this.store.readScript(NEXT_OF_LIST, this.keys.ofScripts(owner), values);
      const rows: readonly HashReply[] = reply === null ? [] : JSON.parse(String(reply));
      scanned = rows.map(toPrompt).filter((prompt) => prompt !== undefined);
      after = scanned.at(-1);
      yield { prompts: scanned.filter((prompt) => matches(prompt, query)), last: after };
    } while (scanned.length === step);
  }

  private async findEach(owner: AccountId, query: PromptQuery): Promise<readonly Prompt[]> {
    const { name, ids } = query;
    const found =
      name === undefined
        ? await Promise.all((ids ?? []).map((id) => this.reader.find(owner, { by: 'id', id })))
        : [await this.reader.find(owner, { by: 'name', name })];
    return selectMatching(
      found.filter((prompt) => prompt !== undefined),
      query,
    );
  }
}

/** The prompts that the query asks for, in its order, whatever its limit. */
export const selectMatching = (prompts: readonly Prompt[], query: PromptQuery): readonly Prompt[] =>
  prompts
    .filter((prompt) => matches(prompt, query) && (!query.after || compare(prompt, query.after, query) > 0))
    .sort((one, other) => compare(one, other, query));

export const byText = (one: string, other: string): number => Number(one > other) - Number(one < other);

function compare(one: PromptPosition, other: PromptPosition, { sort, order }: PromptQuery): number {
  const distance =
    sort === 'name'
      ? byText(one.name, other.name)
      : one.updatedAt.getTime() - other.updatedAt.getTime() || byText(one.id, other.id);
  return order === 'ascending' ? distance : -distance;
}

function matches(prompt: Prompt, query: PromptQuery): boolean {
  const { ids, name, tags, folder, within, label, type, archived, updatedFrom, updatedBefore } = query;
  return (
    (archived === 'any' || prompt.archived === archived) &&
    (name === undefined || prompt.name === name) &&
    (folder === undefined || folderOf(prompt.name) === folder) &&
    (within === undefined || prompt.name.startsWith(`${within}/`)) &&
    (type === undefined || prompt.type === type) &&
    (label === undefined || prompt.pointsTo(label) !== undefined) &&
    (updatedFrom === undefined || prompt.updatedAt >= updatedFrom) &&
    (updatedBefore === undefined || prompt.updatedAt < updatedBefore) &&
    tags.every((tag) => prompt.tags.includes(tag)) &&
    (ids === undefined || ids.includes(prompt.id))
  );
}
