import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { describeCause } from '../../../../../clients/typescript/src/network/limited-connection.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import type { SourceFile } from '../../../converters/conversion.ts';
import { IMPORTED_PROMPTS_MAX } from '../../../converters/documents/convert-files.ts';
import type { SourceAccess } from '../host/command-services.ts';
import { ApiFailure } from '../prompts/api/api-failure.ts';

const PAGE_PROMPTS = 100;
const PAGES_MAX = IMPORTED_PROMPTS_MAX / PAGE_PROMPTS;
const CONCURRENT_MAX = 4;
const TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 8;
const WAIT_MS_MAX = 5 * 60 * 1000;
const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];
/** Well below the largest file that is converted. */
const FILE_CHARACTERS = 2 * 1024 * 1024;
const TOTAL_CHARACTERS_MAX = 512 * 1024 * 1024;

const page = z.object({
  data: z.array(z.object({ name: z.string(), versions: z.array(z.int()) })),
  meta: z.object({ totalPages: z.int() }),
});

interface PromptVersion {
  readonly name: string;
  readonly version: number;
}

/** Reads every version of every prompt of a Langfuse project, in the form of its export. May throw ApiFailure. */
export async function readLangfuse(
  access: SourceAccess,
  onProgress: (done: number, total: number) => void,
): Promise<readonly SourceFile[]> {
  const client = new LangfuseClient(access);
  const versions = await client.listVersions();
  const texts: string[] = [];
  const pending = versions.entries();
  let [done, characters] = [0, 0];
  const readNext = async (): Promise<void> => {
    // All concurrent calls take from the same iterator.
    for (const [index, version] of pending) {
      const text = (await client.readVersion(version)) ?? '';
      texts[index] = text;
      characters += text.length;
      if (characters > TOTAL_CHARACTERS_MAX) throw client.failure('sends more than 512 MiB of prompts');
      done += 1;
      onProgress(done, versions.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, readNext));
  return toFiles(new URL(access.url).host, texts);
}

/** One file for many versions, because reports name the file, and a limited size for each. */
function toFiles(host: string, texts: readonly string[]): readonly SourceFile[] {
  const files: SourceFile[] = [];
  let [entries, characters]: [string[], number] = [[], 0];
  const finish = (): void => {
    const path = files.length === 0 ? `${host}.json` : `${host}.${files.length + 1}.json`;
    if (entries.length > 0) files.push({ path, text: `[\n${entries.join(',\n')}\n]`, isChosen: true });
    [entries, characters] = [[], 0];
  };
  for (const text of texts) {
    if (text === '') continue;
    entries.push(text);
    characters += text.length;
    if (characters > FILE_CHARACTERS) finish();
  }
  finish();
  return files;
}

class LangfuseClient {
  constructor(private readonly access: SourceAccess) {}

  /** Keeps the order of the list, oldest version first. */
  async listVersions(): Promise<readonly PromptVersion[]> {
    const versions = new Map<string, readonly number[]>();
    for (let [number, total] = [1, 1]; number <= total; number += 1) {
      const parsed = page.safeParse(await this.#read(`/api/public/v2/prompts?limit=${PAGE_PROMPTS}&page=${number}`));
      if (!parsed.success) throw this.failure('does not respond like Langfuse: is --url right?');
      const { data, meta } = parsed.data;
      for (const prompt of data) versions.set(prompt.name, prompt.versions);
      if (meta.totalPages > PAGES_MAX) throw this.failure(`has more than ${IMPORTED_PROMPTS_MAX} prompts`);
      total = data.length === 0 ? 0 : meta.totalPages;
    }
    return [...versions].flatMap(([name, numbers]) =>
      numbers.toSorted((one, other) => one - other).map((version) => ({ name, version })),
    );
  }

  /** The object in JSON; undefined when it was deleted since it was listed. */
  async readVersion({ name, version }: PromptVersion): Promise<string | undefined> {
    const path = `/api/public/v2/prompts/${encodeURIComponent(name)}?version=${version}&resolve=false`;
    const object = await this.#read(path);
    // Serialized again, so that each is on one line of the file that is made of them.
    return object === undefined ? undefined : JSON.stringify(object);
  }

  failure(problem: string, exitCode: 1 | 69 = 1, code = 'unexpected_response'): ApiFailure {
    return new ApiFailure(exitCode, `${this.access.url} ${problem}`, { code });
  }

  /** Undefined for a 404. Waits and tries again when Langfuse is busy. */
  async #read(path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#fetch(path);
      const { status } = response;
      if (BUSY_STATUSES.includes(status) && attempt < ATTEMPTS_MAX) {
        await response.body?.cancel();
        await delay(waitMs(response.headers.get('retry-after'), attempt));
        continue;
      }
      if (status === 404) return undefined;
      if (status === 200) return this.#readJson(response);
      throw this.#describeStatus(status);
    }
  }

  async #fetch(path: string): Promise<Response> {
    const headers = { authorization: this.access.authorization(), accept: 'application/json' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await this.access.fetch(this.access.url + path, { headers, redirect: 'manual', signal });
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async #readJson(response: Response): Promise<unknown> {
    const text = await response.text().catch((error: unknown) => {
      throw this.#unreachable(error);
    });
    try {
      return parseJson(text);
    } catch {
      throw this.failure('does not respond like Langfuse: is --url right?');
    }
  }

  #unreachable(error: unknown): ApiFailure {
    return this.failure(`cannot be reached: ${describeCause(error)}.`, 69, 'unreachable');
  }

  #describeStatus(status: number): ApiFailure {
    if (status === 401 || status === 403) {
      const problem =
        'does not accept the keys: are LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY those of a project there?';
      return this.failure(problem, 1, 'unauthorized');
    }
    if (status >= 500 || status === 429) return this.failure(`is unavailable (HTTP ${status}).`, 69, 'unavailable');
    return this.failure(`does not respond like Langfuse (HTTP ${status}): is --url right?`);
  }
}

/** Waits as long as the server asks for, in seconds or as a date; else twice as long after every attempt. */
function waitMs(retryAfter: string | null, attempt: number): number {
  const seconds = Number(retryAfter ?? '');
  const asked =
    retryAfter === null ? Number.NaN : Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  const wait = Number.isNaN(asked) ? 1000 * 2 ** (attempt - 1) : asked;
  return Math.min(Math.max(wait, 0), WAIT_MS_MAX);
}
