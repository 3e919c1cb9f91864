import type { Count, FullReading, PromptQuery } from '../../../../application/ports/prompt-repository.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { folderOf } from '../../../../domain/prompts/naming/prompt-name.ts';
import { type Prompt, resolve, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { foldCase } from '../../../../domain/text/fold-case.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { NEXT_OF_LIST } from './prompt-read-scripts.ts';
import { type HashReply, toPrompt } from './prompt-replies.ts';
import type { RedisPromptReads } from './redis-prompt-reads.ts';

/** Prompts are looked through so many at a time: enough to be quick, few enough to keep nobody waiting. */
const STEP_MIN = 50;
const STEP_MAX = 200;
/** A version can be a thousand times as long as what is known of its prompt. */
const CONTENTS_AT_ONCE = 50;

const ALL_IN_USE: PromptQuery = {
  tags: [],
  archived: false,
  sort: 'name',
  order: 'ascending',
  limit: Number.POSITIVE_INFINITY,
};

export class RedisPromptLists {
  private readonly keys: PromptKeys;

  constructor(
    private readonly store: RedisStore,
    private readonly reads: RedisPromptReads,
  ) {
    this.keys = promptKeys(store);
  }

  async list(owner: AccountId, query: PromptQuery): Promise<readonly Prompt[]> {
    const found: Prompt[] = [];
    for await (const prompts of this.walk(owner, query)) {
      found.push(...prompts);
      if (found.length >= query.limit) break;
    }
    return found.slice(0, query.limit);
  }

  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice): Promise<readonly FullReading[]> {
    const found: FullReading[] = [];
    for await (const prompts of this.walk(owner, query)) {
      for (let index = 0; index < prompts.length && found.length < query.limit; ) {
        const some = prompts.slice(index, index + Math.min(query.limit - found.length, CONTENTS_AT_ONCE));
        const readings = await Promise.all(some.map((prompt) => this.withVersion(prompt, choice)));
        found.push(...readings.filter((reading) => reading !== undefined));
        index += some.length;
      }
      if (found.length >= query.limit) break;
    }
    return found;
  }

  countByTag(owner: AccountId): Promise<readonly Count[]> {
    return this.count(owner, ({ tags }) => tags);
  }

  countByFolder(owner: AccountId): Promise<readonly Count[]> {
    return this.count(owner, ({ name }) => [folderOf(name)]);
  }

  /** Those that fit, some at a time, until nobody asks for more. */
  private async *walk(owner: AccountId, query: PromptQuery): AsyncIterable<readonly Prompt[]> {
    const { name, sort, order, limit } = query;
    if (name !== undefined) {
      const prompt = await this.reads.find(owner, { by: 'name', name });
      if (prompt && fits(prompt, query) && isBehind(prompt, query)) yield [prompt];
      return;
    }
    const step = Math.max(STEP_MIN, Math.min(limit, STEP_MAX));
    let after = query.after;
    let passed: readonly Prompt[];
    do {
      const position = after ? [after.name, after.updatedAt.getTime(), after.id] : ['', '', ''];
      const values = [sort, order, step, ...position];
      const reply = await this.store.readScript(NEXT_OF_LIST, this.keys.ofScripts(owner), values);
      passed = ((reply ?? []) as readonly HashReply[]).map(toPrompt).filter((prompt) => prompt !== undefined);
      yield passed.filter((prompt) => fits(prompt, query));
      after = passed.at(-1);
    } while (passed.length === step);
  }

  private async withVersion(prompt: Prompt, choice: VersionChoice): Promise<FullReading | undefined> {
    const number = resolve(prompt, choice)?.version;
    if (number === undefined) return undefined;
    const version = await this.reads.version(prompt.owner, prompt.id, number);
    return version && { prompt, version };
  }

  private async count(owner: AccountId, names: (prompt: Prompt) => readonly string[]): Promise<readonly Count[]> {
    const counts = new Map<string, number>();
    for await (const prompts of this.walk(owner, ALL_IN_USE)) {
      for (const name of prompts.flatMap(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const inOrder = [...counts].sort(([one], [other]) => byText(one, other));
    return inOrder.map(([name, count]) => ({ name, count }));
  }
}

const byText = (one: string, other: string): number => Number(one > other) - Number(one < other);

function isBehind({ name, updatedAt, id }: Prompt, { after, sort, order }: PromptQuery): boolean {
  if (!after) return true;
  const distance =
    sort === 'name'
      ? byText(name, after.name)
      : updatedAt.getTime() - after.updatedAt.getTime() || byText(id, after.id);
  return order === 'ascending' ? distance > 0 : distance < 0;
}

function fits(prompt: Prompt, { search, tags, folder, label, type, archived }: PromptQuery): boolean {
  return (
    (archived === 'any' || prompt.archived === archived) &&
    (folder === undefined || folderOf(prompt.name) === folder) &&
    (type === undefined || prompt.type === type) &&
    (label === undefined || prompt.pointsTo(label) !== undefined) &&
    tags.every((tag) => prompt.tags.includes(tag)) &&
    (search === undefined || prompt.name.includes(search) || foldCase(prompt.description).includes(search))
  );
}
