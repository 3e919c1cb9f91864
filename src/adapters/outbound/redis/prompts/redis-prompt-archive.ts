import type {
  Appended,
  ArchivedMovePage,
  FullPage,
  PromptAddition,
  PromptArchive,
  RestoredPrompt,
} from '../../../../application/ports/prompts/prompt-archive.ts';
import type { LabelsProtected, Stale } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { toImportedMoves } from '../../../../domain/changes/imported-moves.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { VersionDraft } from '../../../../domain/prompts/prompt-version.ts';
import { findTooManyVersions, type QuotaExceeded, type Quotas } from '../../../../domain/prompts/quotas.ts';
import { distinctContents } from '../../rows/content-row.ts';
import { toDraftContent } from '../../rows/prompt-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import {
  manyValues,
  moveValues,
  netMoveValues,
  preconditionValues,
  publicationValues,
  versionValues,
} from './prompt-arguments.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { MOVES_AFTER, VERSIONS_AFTER } from './prompt-read-scripts.ts';
import { toMove, toVersion, type VersionReply } from './prompt-replies.ts';
import { APPEND } from './prompt-write-scripts.ts';
import { addPrompt, isExceeded, isProtected, runChange, toExceeded, toProtected } from './run-prompt-script.ts';

export class RedisPromptArchive implements PromptArchive {
  private readonly keys: PromptKeys;

  constructor(
    private readonly store: RedisStore,
    private readonly quotas: Quotas,
  ) {
    this.keys = promptKeys(store);
  }

  async readVersions(owner: AccountId, id: PromptId, page: FullPage) {
    const values = [id, page.after, page.limit, page.bytesMax];
    const reply = await this.store.readScript(VERSIONS_AFTER, this.keys.ofScripts(owner), values);
    return ((reply ?? []) as readonly VersionReply[]).map(toVersion);
  }

  async readMoves(owner: AccountId, id: PromptId, { after, limit }: ArchivedMovePage) {
    const values = [id, after?.label ?? '', after?.movedAt.getTime() ?? '', limit];
    const reply = await this.store.readScript(MOVES_AFTER, this.keys.ofScripts(owner), values);
    return ((reply ?? []) as readonly string[]).map(toMove);
  }

  async findNewContents(owner: AccountId, versions: readonly VersionDraft[]) {
    const contents = distinctContents(versions.map(toDraftContent));
    if (contents.length === 0) return [];
    const uses = this.keys.shared(owner, 'uses');
    const known = await this.store.read((client) => client.hmget(uses, ...contents.map(({ digest }) => digest)));
    return contents.filter((_, index) => known[index] === null).map(({ digest, bytes }) => ({ digest, bytes }));
  }

  restore(restored: RestoredPrompt) {
    return addPrompt(this.store, this.quotas, restored, 'imported');
  }

  async append({
    owner,
    id,
    versions,
    moves,
    by,
    at,
    preconditions,
  }: PromptAddition): Promise<Appended | LabelsProtected | QuotaExceeded | Stale> {
    const { quotas } = this;
    const [first, latest] = [versions[0], versions.at(-1)];
    const exceeded = first && latest && findTooManyVersions(first.version - 1, latest.version, quotas);
    if (exceeded) return exceeded;
    const values = [
      quotas.contentBytes,
      ...preconditionValues(preconditions),
      id,
      at.getTime(),
      latest?.hash ?? '',
      ...manyValues(versions, versionValues),
      ...manyValues(moves, moveValues),
      by.channel,
      ...publicationValues(latest, { imported: true }),
      ...manyValues(toImportedMoves(moves, latest === undefined), netMoveValues),
    ];
    const reply = await runChange(this.store, { owner, by }, APPEND, values, 'content');
    if (isProtected(reply)) return toProtected(reply);
    if (isExceeded(reply)) return toExceeded(reply, quotas);
    return { kind: reply[0] === 'appended' ? 'appended' : 'stale' };
  }
}
