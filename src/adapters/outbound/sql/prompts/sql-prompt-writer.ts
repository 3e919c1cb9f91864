import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type {
  Confirmed,
  LabelsProtected,
  NameTaken,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  PromptWriter,
  PublishedDraft,
  ReadPrompt,
  Removed,
  RevisedPrompt,
  Stale,
  Unchanged,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded, Quotas } from '../../../../domain/prompts/quotas.ts';
import { fromMoveRow, withoutIncludes } from '../../rows/prompt-row.ts';
import { writeIdIn } from '../../rows/write-id.ts';
import { credentialParameters, HAS_CREDENTIAL } from '../credential-guard.ts';
import { type SqlDatabase, statement } from '../sql-database.ts';
import { addPrompt, applySteps, promptIn, type RowsOf } from './apply-prompt-steps.ts';
import { creationEntries, recordChanges, removalEntries, revisionEntries } from './sql-change-steps.ts';
import { removeUnused, uncountPrompt } from './sql-content-steps.ts';
import { moveLabels } from './sql-label-steps.ts';
import { guardIncluders, guardSeenLabels, lockAccount } from './sql-precondition-steps.ts';
import { change, finish, remove, setMetadata } from './sql-prompt-steps.ts';
import { guardLabels, guardRemoval, guardRevision } from './sql-protection-steps.ts';
import { setSearchTexts } from './sql-search-steps.ts';
import { publish } from './sql-version-steps.ts';

const CONFIRM = statement(
  `SELECT prompt.revision, prompt.write_id FROM account LEFT JOIN prompt ON prompt.account_id = account.id AND prompt.id = :id
   WHERE account.id = :owner AND ${HAS_CREDENTIAL}`,
);

export class SqlPromptWriter implements PromptWriter {
  constructor(
    private readonly database: SqlDatabase,
    private readonly quotas: Quotas,
  ) {}

  create({ draft, labels, ...creation }: PromptCreation) {
    const { owner, id, by, at } = creation;
    const key = { owner, id };
    const versions = [{ ...draft, version: 1, publishedAt: at }] as const;
    const added = { ...creation, createdAt: at, updatedAt: at, versions };
    return addPrompt(this.database, this.quotas, added, guardLabels(owner, labels, by), [
      recordChanges(key, creationEntries({ draft, labels }), { by, at }),
      ...moveLabels(key, labels, by, at),
    ]);
  }

  async revise(
    revision: PromptRevision,
  ): Promise<RevisedPrompt | Unchanged | NameTaken | LabelsProtected | QuotaExceeded | Stale> {
    const { owner, id, metadata, draft, labels, by, at, preconditions } = revision;
    const key = { owner, id };
    const isPublished = draft !== undefined || labels.every(({ to }) => to !== 'published');
    invariant(isPublished, 'a label points to a version that is published');

    const { quotas } = this;
    const outcome = await applySteps(this.database, { key, quotas }, [
      ...lockAccount(owner, by, preconditions),
      change(key, preconditions, at),
      ...guardSeenLabels(key, preconditions),
      ...guardIncluders(key, preconditions),
      ...guardRevision(revision),
      ...(draft ? publish(key, draft, at, quotas) : []),
      { ...recordChanges(key, revisionEntries(revision), revision), rows: 'some', rejection: 'unchanged' },
      ...(metadata ? [setMetadata(key, metadata)] : []),
      ...setSearchTexts(key, metadata, draft?.content),
      ...moveLabels(key, labels, by, at),
      ...finish(key),
    ]);
    if (outcome.kind !== 'applied') return outcome;
    const { rowsOf } = outcome;
    return {
      kind: 'revised',
      prompt: promptIn(rowsOf),
      version: draft && publishedVersion(draft, rowsOf),
      moves: rowsOf('move').map(fromMoveRow),
    };
  }

  /** A plain read: a database shows only what is committed as durably as what it acknowledges. */
  async confirm({ owner, id, revision, writeId }: ReadPrompt, by: Actor): Promise<Confirmed | Stale> {
    const row = await this.database.first(CONFIRM, { owner, id, ...credentialParameters(by) });
    if (!row && by.credential) throw new CredentialRetired();
    const isUnchanged = row && Number(row['revision']) === revision && writeIdIn(row, 'write_id') === writeId;
    return { kind: isUnchanged ? 'confirmed' : 'stale' };
  }

  async remove({ owner, id, by, at, preconditions }: PromptRemoval): Promise<Removed | LabelsProtected | Stale> {
    const key = { owner, id };
    // No growth: a full storage must accept what makes room.
    const { growth: _, ...record } = recordChanges(key, removalEntries, { by, at });
    const outcome = await applySteps(this.database, { key, quotas: this.quotas }, [
      ...lockAccount(owner, by, preconditions),
      ...guardIncluders(key, preconditions),
      ...guardRemoval(key, by),
      ...uncountPrompt(key),
      record,
      remove(key, preconditions),
    ]);
    if (outcome.kind === 'protected') return outcome;
    if (outcome.kind !== 'applied') return { kind: 'stale' };
    const digests = outcome.rowsOf('digest').map((row) => String(row['content_digest']));
    await removeUnused(this.database, owner, digests);
    return { kind: 'removed' };
  }
}

function publishedVersion(draft: PublishedDraft, rowsOf: RowsOf): PromptVersion {
  const [row] = rowsOf('version');
  invariant(row !== undefined, 'a draft is published as a version');
  const publishedAt = new Date(Number(row['published_at']));
  return withoutIncludes({ ...draft, version: Number(row['version']), publishedAt });
}
