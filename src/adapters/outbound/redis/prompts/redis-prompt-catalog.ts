import type {
  Count,
  CountPage,
  PromptCatalog,
  PromptFilter,
  PromptQuery,
} from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { FullReading, PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { folderOf } from '../../../../domain/naming/prompt-name.ts';
import { type Prompt, resolve, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { USE, VERSION_BYTES } from './prompt-read-scripts.ts';
import { byText, RedisPromptScan } from './redis-prompt-scan.ts';

/** Fewer than a scan takes at a time, because a version can be a thousand times as large as its prompt's metadata. */
const CONTENTS_BATCH = 50;

/** Selects all prompts that match, when the order does not matter. */
const BY_NAME = { sort: 'name', order: 'ascending', after: undefined, limit: Number.POSITIVE_INFINITY } as const;
const NOT_ARCHIVED: PromptQuery = { ...BY_NAME, tags: [], archived: false };

export class RedisPromptCatalog implements PromptCatalog {
  private readonly keys: PromptKeys;
  private readonly scan: RedisPromptScan;

  constructor(
    private readonly store: RedisStore,
    private readonly reader: Pick<PromptReader, 'find' | 'findVersion' | 'read'>,
  ) {
    this.keys = promptKeys(store);
    this.scan = new RedisPromptScan(store, reader);
  }

  async list(owner: AccountId, query: PromptQuery, skip = 0): Promise<readonly Prompt[]> {
    const found: Prompt[] = [];
    let skipped = 0;
    for await (const { prompts } of this.scan.batches(owner, { ...query, limit: query.limit + skip })) {
      const rest = prompts.slice(Math.max(0, skip - skipped));
      skipped += prompts.length - rest.length;
      found.push(...rest);
      if (found.length >= query.limit) break;
    }
    return found.slice(0, query.limit);
  }

  async count(owner: AccountId, filter: PromptFilter): Promise<number> {
    const query = { ...filter, ...BY_NAME };
    let count = 0;
    for await (const { prompts } of this.scan.batches(owner, query)) count += prompts.length;
    return count;
  }

  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice, bytesMax: number) {
    const found: FullReading[] = [];
    let bytes = 0;
    for await (const { prompts } of this.scan.batches(owner, query)) {
      for (let index = 0; index < prompts.length && found.length < query.limit; ) {
        const batch = prompts.slice(index, index + Math.min(query.limit - found.length, CONTENTS_BATCH));
        const sized = await this.withSizes(owner, batch, choice);
        const fitting = sized.filter((each, index) => {
          bytes += each.bytes;
          return bytes <= bytesMax || found.length + index === 0;
        });
        const readings = await Promise.all(fitting.map((each) => this.withVersion(each, choice)));
        found.push(...readings.filter((reading) => reading !== undefined));
        if (fitting.length < sized.length) return { readings: found, isCutOff: true };
        index += batch.length;
      }
      if (found.length >= query.limit) break;
    }
    return { readings: found, isCutOff: false };
  }

  countByTag(owner: AccountId, page: CountPage): Promise<readonly Count[]> {
    return this.countNames(owner, page, ({ tags }) => tags);
  }

  countByFolder(owner: AccountId, page: CountPage): Promise<readonly Count[]> {
    return this.countNames(owner, page, ({ name }) => [folderOf(name)]);
  }

  async readUse(owner: AccountId) {
    const [prompts, contentBytes] = (await this.store.readScript(USE, this.keys.ofScripts(owner), [])) as string[];
    return { prompts: Number(prompts), contentBytes: Number(contentBytes) };
  }

  /** The version that the choice selects of each prompt, and its size. Prompts without one are left out. */
  private async withSizes(owner: AccountId, prompts: readonly Prompt[], choice: VersionChoice) {
    const chosen = prompts.flatMap((prompt) => {
      const number = resolve(prompt, choice)?.version;
      return number === undefined ? [] : [{ prompt, number }];
    });
    const values = [chosen.length, ...chosen.flatMap(({ prompt, number }) => [prompt.id, number])];
    const reply = await this.store.readScript(VERSION_BYTES, this.keys.ofScripts(owner), values);
    const sizes = (reply ?? []) as readonly number[];
    return chosen.map((each, index) => ({ ...each, bytes: sizes[index] ?? 0 }));
  }

  /** Reads the version of a label together with its lock. Without a label, the version is known. */
  private async withVersion({ prompt, number }: Chosen, choice: VersionChoice): Promise<FullReading | undefined> {
    if (resolve(prompt, choice)?.label !== undefined) {
      const reading = await this.reader.read(prompt.owner, { by: 'id', id: prompt.id }, choice);
      return reading?.version && { ...reading, version: reading.version };
    }
    const version = await this.reader.findVersion(prompt.owner, prompt.id, number);
    return version && { prompt, version };
  }

  private async countNames(
    owner: AccountId,
    { after, limit }: CountPage,
    names: (prompt: Prompt) => readonly string[],
  ): Promise<readonly Count[]> {
    let counts = new Map<string, number>();
    for await (const { prompts } of this.scan.batches(owner, NOT_ARCHIVED)) {
      for (const name of prompts.flatMap(names)) {
        if (after === undefined || name > after) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      // A name that is not among the first now will not be among them at the end.
      if (counts.size > 2 * limit) counts = new Map(firstOf(counts, limit));
    }
    return firstOf(counts, limit).map(([name, count]) => ({ name, count }));
  }
}

interface Chosen {
  readonly prompt: Prompt;
  readonly number: number;
}

const firstOf = (counts: ReadonlyMap<string, number>, limit: number) =>
  [...counts].sort(([one], [other]) => byText(one, other)).slice(0, limit);
