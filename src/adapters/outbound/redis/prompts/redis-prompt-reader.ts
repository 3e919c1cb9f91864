import type {
  IncludeCursor,
  IncludePage,
  MovePage,
  PromptReader,
  VersionPage,
} from '../../../../application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import type { IncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { PromptId, PromptName, PromptReference } from '../../../../domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { type PromptsState, promptsStateOf, UNKNOWN_WRITE, type WriteId } from '../../../../domain/prompts/write-id.ts';
import { parseLabelLock } from '../../rows/release-row.ts';
import type { HashReply } from '../connection/hash-reply.ts';
import type { RedisStore, Script, Values } from '../connection/redis-store.ts';
import { credentialValues, rejectRetired } from '../credential-guard.ts';
import { choiceValues, referenceValues } from './prompt-arguments.ts';
import { listOf, type PromptKeys, promptKeys } from './prompt-keys.ts';
import {
  FIND,
  INCLUDED_HEADS,
  INCLUDERS,
  INCLUDES,
  LATEST_AT,
  MOVES_BEFORE,
  PROMPTS_STATE,
  READ,
  READ_HEAD,
  VERSIONS_AFTER,
  VERSIONS_BEFORE,
} from './prompt-read-scripts.ts';
import {
  type IncludedHeadReply,
  type IncludeReply,
  labelIn,
  type ReadReply,
  toInclude,
  toIncludedHead,
  toMove,
  toPrompt,
  toSummary,
  toVersion,
  type VersionReply,
} from './prompt-replies.ts';

/** Few enough not to block Redis for others. */
const INCLUDES_PAGE = 1000;
type HeadReply = readonly [
  PromptId,
  revision: string | null,
  version: string | null,
  field: string,
  write: string | null,
];

const NOTHING: ReadReply = [[], null, null];
const NO_INCLUDES: IncludePage = { includes: [], next: undefined };

/** Each read is one script, and so a consistent snapshot. A reply of null means that there is nothing. */
export class RedisPromptReader implements PromptReader {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  async find(owner: AccountId, reference: PromptReference) {
    return toPrompt((await this.run<HashReply>(owner, FIND, referenceValues(reference))) ?? []);
  }

  async read(owner: AccountId, reference: PromptReference, choice: VersionChoice, credential?: Credential) {
    const values = [...credentialValues({ credential }), ...referenceValues(reference), ...choiceValues(choice)];
    const reply = rejectRetired(await this.run<ReadReply>(owner, READ, values));
    const [row, found, lock] = reply ?? NOTHING;
    const prompt = toPrompt(row);
    if (!prompt || !found) return prompt && { prompt, version: undefined };
    const version = toVersion(found);
    return { prompt, version, lock: parseLabelLock(lock, version.version) };
  }

  async readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const values = [...referenceValues(reference), ...choiceValues(choice)];
    const reply = await this.run<HeadReply>(owner, READ_HEAD, values);
    if (!reply || reply[1] === null) return undefined;
    const [id, revision, version, field, write] = reply;
    const state = { id, revision: Number(revision), writeId: (write ?? UNKNOWN_WRITE) as WriteId };
    if (version === null) return { ...state, version: undefined, label: undefined };
    return { ...state, version: Number(version), label: labelIn(field) };
  }

  async readIncludedHeads(owner: AccountId, targets: readonly IncludeTarget[]) {
    const values = targets.flatMap(({ name, selector = DEFAULT_CHOICE }) => [name, ...choiceValues(selector)]);
    const replies = await this.run<readonly IncludedHeadReply[]>(owner, INCLUDED_HEADS, [targets.length, ...values]);
    return targets.map((_, index) => toIncludedHead(replies?.[index]));
  }

  async findVersion(owner: AccountId, id: PromptId, version: number) {
    const [found] = (await this.run<readonly VersionReply[]>(owner, VERSIONS_AFTER, [id, version - 1, 1, 0])) ?? [];
    return found && toVersion(found);
  }

  async listVersions(
    owner: AccountId,
    id: PromptId,
    { before, limit, bytesMax = Number.MAX_SAFE_INTEGER }: VersionPage,
  ) {
    const values = [id, before ?? '', limit, bytesMax];
    const found = await this.run<readonly VersionReply[]>(owner, VERSIONS_BEFORE, values);
    return (found ?? []).map(toSummary);
  }

  async findLatestAt(owner: AccountId, id: PromptId, at: Date): Promise<number | undefined> {
    return (await this.run<number>(owner, LATEST_AT, [id, at.getTime()])) ?? undefined;
  }

  async listMoves(owner: AccountId, id: PromptId, label: Label, { before, limit }: MovePage) {
    const found = await this.run<readonly string[]>(owner, MOVES_BEFORE, [id, label, before?.getTime() ?? '', limit]);
    return (found ?? []).map(toMove);
  }

  async listIncludes(owner: AccountId, names: readonly PromptName[], after?: IncludeCursor): Promise<IncludePage> {
    const wanted = [...new Set(names)];
    const [start, from] = after === undefined ? [1, '0'] : (JSON.parse(after) as [number, string]);
    const values = [start, from, INCLUDES_PAGE, ...listOf(wanted)];
    const reply = await this.run<[readonly IncludeReply[], number, string]>(owner, INCLUDES, values);
    if (!reply) return NO_INCLUDES;
    const [found, index, cursor] = reply;
    return {
      includes: found.map(toInclude),
      next: index > wanted.length ? undefined : JSON.stringify([index, cursor]),
    };
  }

  async listIncluders(owner: AccountId, name: PromptName, after?: IncludeCursor): Promise<IncludePage> {
    const values = [name, after ?? '', INCLUDES_PAGE];
    const reply = await this.run<[readonly IncludeReply[], string]>(owner, INCLUDERS, values);
    if (!reply) return NO_INCLUDES;
    const [found, last] = reply;
    return { includes: found.map(toInclude), next: last === '' ? undefined : last };
  }

  async readRevision(owner: AccountId): Promise<number> {
    return Number((await this.store.read((client) => client.get(this.keys.revision(owner)))) ?? 0);
  }

  async readState(owner: AccountId): Promise<PromptsState> {
    return (await this.run<PromptsState>(owner, PROMPTS_STATE, [])) ?? promptsStateOf(0, UNKNOWN_WRITE);
  }

  private async run<Reply>(owner: AccountId, script: Script, values: Values): Promise<Reply | null> {
    return (await this.store.readScript(script, this.keys.ofScripts(owner), values)) as Reply | null;
  }
}
