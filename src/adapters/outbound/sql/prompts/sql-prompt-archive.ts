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
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { VersionDraft } from '../../../../domain/prompts/prompt-version.ts';
import { findTooManyVersions, type QuotaExceeded, type Quotas } from '../../../../domain/prompts/quotas.ts';
import { fromMoveRow, fromVersionRow, toDraftContent } from '../../rows/prompt-row.ts';
import { type SqlDatabase, statement } from '../sql-database.ts';
import { addPrompt, applySteps } from './apply-prompt-steps.ts';
import { additionEntries, recordChanges, restorationEntries } from './sql-change-steps.ts';
import { findNewContents } from './sql-content-steps.ts';
import { addMoves } from './sql-label-steps.ts';
import { guardIncluders, lockAccount } from './sql-precondition-steps.ts';
import { CONTENT_COLUMNS, MOVE_COLUMNS, VERSION_BYTES, VERSION_WITH_CONTENT } from './sql-prompt-columns.ts';
import { change, finish, HAS_PROMPT_ID, VERSION_HAS_PROMPT_ID } from './sql-prompt-steps.ts';
import { guardLabels } from './sql-protection-steps.ts';
import { setSearchTexts } from './sql-search-steps.ts';
import { addVersions, setLatest } from './sql-version-steps.ts';

/** Decides by sizes how far the page goes, before it loads any content. */
const VERSIONS = statement(
  `SELECT type, ${CONTENT_COLUMNS} FROM ${VERSION_WITH_CONTENT}
   WHERE ${VERSION_HAS_PROMPT_ID} AND version > :after AND version <= (
     SELECT MAX(version) FROM (
       SELECT version, SUM(bytes) OVER (ORDER BY version) AS total FROM (
         SELECT version, ${VERSION_BYTES} AS bytes FROM ${VERSION_WITH_CONTENT}
         WHERE ${VERSION_HAS_PROMPT_ID} AND version > :after ORDER BY version LIMIT :limit) AS page) AS sized
     WHERE total <= :bytes_max OR version = :after + 1)
   ORDER BY version`,
);
const MOVES = statement(
  `SELECT ${MOVE_COLUMNS} FROM label_move
   WHERE ${HAS_PROMPT_ID} AND (label, moved_at) > (:after_label, :after_moved_at) ORDER BY label, moved_at LIMIT :limit`,
);
/** Earlier than any moment can be; no label is empty. */
const START = Number.MIN_SAFE_INTEGER;

export class SqlPromptArchive implements PromptArchive {
  constructor(
    private readonly database: SqlDatabase,
    private readonly quotas: Quotas,
  ) {}

  async readVersions(owner: AccountId, id: PromptId, { after, limit, bytesMax }: FullPage) {
    const parameters = { owner, id, after, limit, bytes_max: bytesMax };
    return (await this.database.all(VERSIONS, parameters)).map(fromVersionRow);
  }

  async readMoves(owner: AccountId, id: PromptId, { after, limit }: ArchivedMovePage) {
    const position = { after_label: after?.label ?? '', after_moved_at: after?.movedAt.getTime() ?? START };
    return (await this.database.all(MOVES, { owner, id, limit, ...position })).map(fromMoveRow);
  }

  async findNewContents(owner: AccountId, versions: readonly VersionDraft[]) {
    const contents = await findNewContents(this.database, owner, versions.map(toDraftContent));
    return contents.map(({ digest, bytes }) => ({ digest, bytes }));
  }

  restore({ moves, ...added }: RestoredPrompt) {
    const { owner, id, versions, by, at } = added;
    const key = { owner, id };
    return addPrompt(
      this.database,
      this.quotas,
      added,
      [],
      [
        ...guardLabels(owner, moves, by),
        recordChanges(key, restorationEntries({ versions, moves }), { by, at }),
        ...addMoves(key, moves),
      ],
    );
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
    const key = { owner, id };
    const [first, latest] = [versions[0], versions.at(-1)];
    const exceeded = first && latest && findTooManyVersions(first.version - 1, latest.version, quotas);
    if (exceeded) return exceeded;
    const outcome = await applySteps(this.database, { key, quotas }, [
      ...lockAccount(owner, by, preconditions),
      ...guardIncluders(key, preconditions),
      change(key, preconditions, at),
      ...guardLabels(owner, moves, by),
      ...(latest ? [setLatest(key, latest)] : []),
      ...addVersions(key, versions, quotas),
      ...setSearchTexts(key, undefined, latest?.content),
      recordChanges(key, additionEntries({ versions, moves }), { by, at }),
      ...addMoves(key, moves),
      ...finish(key),
    ]);
    return outcome.kind === 'applied' ? { kind: 'appended' } : outcome;
  }
}
