import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { LockDocument, MoveDocument } from '../../../domain/prompts/prompt-document.ts';
import { canMoveProtected } from '../../../domain/prompts/protected-labels.ts';
import {
  type Fingerprint,
  type LockedInclude,
  type LockPeriod,
  toFingerprint,
} from '../../../domain/prompts/release.ts';
import type { Execution } from '../../ports/execution.ts';
import type { StoredVersion } from '../../ports/prompts/prompt-archive.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import type { FindRelease } from '../find-release.ts';
import type { IncludeReader } from '../includes/load-includes.ts';

export interface ImportedMoves {
  readonly owner: AccountId;
  readonly moves: readonly MoveDocument[];
  /** All versions of the prompt, from the first. */
  readonly versions: readonly StoredVersion[];
  readonly by: Actor;
  readonly at: Date;
}

interface LockPorts {
  readonly reader: IncludeReader;
  readonly protection: Pick<ProtectedLabels, 'read'>;
  readonly findRelease: FindRelease;
}

/** Completes the moves of an import: their locks name the prompts of this account, and protected labels are locked. */
export async function lockImportedMoves(
  { reader, protection, findRelease }: LockPorts,
  { owner, moves, versions, by, at }: ImportedMoves,
  execution: Execution,
): Promise<readonly LabelMove[]> {
  const ids = await findIds(reader, owner, moves);
  const completed = moves.map(({ locks, fingerprint, ...move }) => ({
    ...move,
    fingerprint: fingerprintIn(versions[(move.version ?? 0) - 1]) ?? fingerprint,
    ...(locks && { locks: withIds(locks, ids) }),
  }));
  if (!canMoveProtected(by.channel)) return completed;
  for (const label of await protection.read(owner)) {
    const index = completed.findLastIndex((move) => move.label === label);
    const last = completed[index];
    const version = versions[(last?.version ?? 0) - 1];
    if (!last || !version || last.locks?.at(-1)?.lock) continue;
    const { fingerprint, lock } = await findRelease.execute(reader, owner, version, execution);
    const locks = lock && [...(last.locks ?? []), { since: at, lock }];
    completed[index] = { ...last, fingerprint, ...(locks && { locks }) };
  }
  return completed;
}

/** The fingerprint of the version. The one in the file need not be right: people edit exports. */
const fingerprintIn = (version: StoredVersion | undefined): Fingerprint | undefined =>
  version?.includes.length === 0 ? toFingerprint(version.hash) : undefined;

async function findIds(reader: IncludeReader, owner: AccountId, moves: readonly MoveDocument[]) {
  const targets = moves.flatMap(({ locks = [] }) =>
    locks.flatMap(({ lock }) => lock?.includes.map(({ target }) => target) ?? []),
  );
  const names = [...new Set(targets.map(({ name }) => name))];
  const heads =
    names.length > 0
      ? await reader.readIncludedHeads(
          owner,
          names.map((name) => ({ name, selector: undefined })),
        )
      : [];
  return new Map(names.map((name, index) => [name, heads[index]?.id]));
}

/** Completes locks. One that names a prompt which this account does not have is dropped. */
const withIds = (
  locks: readonly LockDocument[],
  ids: ReadonlyMap<PromptName, PromptId | undefined>,
): readonly LockPeriod[] =>
  locks.map(({ since, lock }) => {
    const includes = lock?.includes.map((include) => ({ ...include, promptId: ids.get(include.target.name) })) ?? [];
    const isComplete = includes.every((include): include is LockedInclude => include.promptId !== undefined);
    return { since, lock: lock && isComplete ? { fingerprint: lock.fingerprint, includes } : null };
  });
