import type {
  Appended,
  ArchivedMovePage,
  FullPage,
  PromptAddition,
  PromptArchive,
  RestoredPrompt,
} from '../../../../application/ports/prompt-archive.ts';
import type { CreatedPrompt, NameTaken, Stale } from '../../../../application/ports/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { PromptId } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { manyValues, moveValues, preconditionValues, versionValues } from './prompt-arguments.ts';
import { listOf, type PromptKeys, promptKeys } from './prompt-keys.ts';
import { MOVES_AFTER, VERSIONS_AFTER } from './prompt-read-scripts.ts';
import { toMove, toVersion, type VersionReply } from './prompt-replies.ts';
import { APPEND } from './prompt-write-scripts.ts';
import { placePrompt, runChange } from './redis-prompt-changes.ts';

export class RedisPromptArchive implements PromptArchive {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  async readVersions(owner: AccountId, id: PromptId, page: FullPage): Promise<readonly PromptVersion[]> {
    const values = [id, page.after, page.limit, page.bytesMax];
    const reply = await this.store.readScript(VERSIONS_AFTER, this.keys.ofScripts(owner), values);
    return ((reply ?? []) as readonly VersionReply[]).map(toVersion);
  }

  async readMoves(owner: AccountId, id: PromptId, { after, limit }: ArchivedMovePage): Promise<readonly LabelMove[]> {
    const values = [id, after?.label ?? '', after?.movedAt.getTime() ?? '', limit];
    const reply = await this.store.readScript(MOVES_AFTER, this.keys.ofScripts(owner), values);
    return ((reply ?? []) as readonly string[]).map(toMove);
  }

  restore(restored: RestoredPrompt): Promise<CreatedPrompt | NameTaken | Stale> {
    return placePrompt(this.store, restored, listOf([]));
  }

  async append({ owner, id, versions, moves, at, preconditions }: PromptAddition): Promise<Appended | Stale> {
    const values = [
      ...preconditionValues(preconditions),
      id,
      at.getTime(),
      versions.at(-1)?.hash ?? '',
      ...manyValues(versions, versionValues),
      ...manyValues(moves, moveValues),
    ];
    const [kind] = await runChange(this.store, owner, APPEND, values, 'content');
    return { kind: kind === 'appended' ? 'appended' : 'stale' };
  }
}
