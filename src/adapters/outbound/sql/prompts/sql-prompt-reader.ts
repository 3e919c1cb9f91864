import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type {
  IncludeCursor,
  IncludedHead,
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
import { promptsStateOf, UNKNOWN_WRITE } from '../../../../domain/prompts/write-id.ts';
import { fromMoveRow, fromPromptRow, fromSummaryRow, fromVersionRow, promptType } from '../../rows/prompt-row.ts';
import { promptsStateIn, writeIdIn } from '../../rows/write-id.ts';
import { credentialParameters, HAS_CREDENTIAL } from '../credential-guard.ts';
import { overRows, type Parameters, type Row, type SqlDatabase, type Statement, statement } from '../sql-database.ts';
import {
  CONTENT_COLUMNS,
  contentColumn,
  eachJoin,
  fromReadingRow,
  JOIN_CONTENT,
  joinFor,
  joinVersion,
  labelIn,
  MOVE_COLUMNS,
  PROMPT_COLUMNS,
  SUMMARY_COLUMNS,
  textOf,
  VERSION_JOINS,
  VERSION_WITH_CONTENT,
  type VersionJoin,
} from './sql-prompt-columns.ts';
import { listIncluders, listIncludes } from './sql-prompt-includes.ts';
import { HAS_PROMPT_ID, VERSION_HAS_PROMPT_ID } from './sql-prompt-steps.ts';

type By = PromptReference['by'];

/** Makes one statement per kind of reference. */
const eachReference = (make: (where: string) => Statement): Readonly<Record<By, Statement>> => ({
  id: make('prompt.account_id = :owner AND prompt.id = :reference'),
  name: make('prompt.account_id = :owner AND prompt.name = :reference'),
});

const chosenColumns = (join: VersionJoin): string =>
  `${PROMPT_COLUMNS}, ${CONTENT_COLUMNS}, ${VERSION_JOINS[join].lock} AS lock`;

const FIND = eachReference((where) => statement(`SELECT ${PROMPT_COLUMNS} FROM prompt WHERE ${where}`));
const READ = eachJoin((join) =>
  eachReference((where) => statement(`SELECT ${chosenColumns(join)} FROM prompt ${joinVersion(join)} WHERE ${where}`)),
);
/** Returns a row without a prompt if the account has none, and no row if it does not have the credential. */
const READ_WITH_CREDENTIAL = eachJoin((join) => {
  const findBy = (column: By) =>
    statement(`SELECT ${chosenColumns(join)}
      FROM account LEFT JOIN prompt ON prompt.account_id = account.id AND prompt.${column} = :reference
      ${joinVersion(join)} WHERE account.id = :owner AND ${HAS_CREDENTIAL}`);
  return { id: findBy('id'), name: findBy('name') };
});
/** Versions have no gaps: every number up to the latest exists. */
const READ_HEAD = eachJoin((join) =>
  eachReference((where) =>
    statement(`SELECT prompt.id, prompt.revision, prompt.write_id, ${VERSION_JOINS[join].label} AS label,
      CASE WHEN ${VERSION_JOINS[join].version} <= prompt.latest_version THEN ${VERSION_JOINS[join].version} END AS version
      FROM prompt ${VERSION_JOINS[join].join} WHERE ${where}`),
  ),
);

/** Each target is a row: its index in the list, the name, and a version, a label, or `latest` if no label decides. */
const INCLUDED_HEADS = statement(
  overRows(
    'targets',
    (targets) =>
      `SELECT item.value ->> 0 AS target, prompt.id, prompt.revision, prompt.write_id, prompt.type,
         COALESCE(octet_length(prompt_content.body), octet_length(prompt_version.body)) AS bytes
       FROM ${targets} CROSS JOIN prompt
       LEFT JOIN prompt_label
         ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
         AND prompt_label.label = item.value ->> 3
       LEFT JOIN prompt_version
         ON prompt_version.account_id = prompt.account_id AND prompt_version.prompt_id = prompt.id
         AND prompt_version.version = COALESCE(CAST(item.value ->> 2 AS BIGINT), prompt_label.version,
           CASE WHEN item.value ->> 4 = 'latest' THEN prompt.latest_version END)
       ${JOIN_CONTENT}
       WHERE prompt.account_id = :owner AND prompt.name = item.value ->> 1`,
  ),
);

const VERSION = statement(
  `SELECT type, ${CONTENT_COLUMNS} FROM ${VERSION_WITH_CONTENT} WHERE ${VERSION_HAS_PROMPT_ID} AND version = :version`,
);
/** Decides by sizes how far the page goes, before it loads anything. */
const VERSIONS = statement(
  `SELECT ${SUMMARY_COLUMNS} FROM ${VERSION_WITH_CONTENT}
   WHERE ${VERSION_HAS_PROMPT_ID} AND version < :before AND version >= (
     SELECT MIN(version) FROM (
       SELECT version, SUM(bytes) OVER newest_first AS total, COUNT(*) OVER newest_first AS rank FROM (
         SELECT version, octet_length(${contentColumn('variables')}) + octet_length(${contentColumn('config')}) AS bytes
         FROM ${VERSION_WITH_CONTENT}
         WHERE ${VERSION_HAS_PROMPT_ID} AND version < :before ORDER BY version DESC LIMIT :limit) AS page
       WINDOW newest_first AS (ORDER BY version DESC ROWS UNBOUNDED PRECEDING)) AS sized
     WHERE total <= :bytes_max OR rank = 1)
   ORDER BY version DESC`,
);
const LATEST_AT = statement(
  `SELECT version FROM prompt_version
   WHERE ${HAS_PROMPT_ID} AND published_at <= :at ORDER BY version DESC LIMIT 1`,
);

const MOVES = statement(
  `SELECT ${MOVE_COLUMNS} FROM label_move
   WHERE ${HAS_PROMPT_ID} AND label = :label AND moved_at < :before ORDER BY moved_at DESC LIMIT :limit`,
);

const REVISION = statement('SELECT prompts_revision, prompts_write_id FROM account WHERE id = :owner');

/** Later than any version or moment can be. */
const END = Number.MAX_SAFE_INTEGER;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export class SqlPromptReader implements PromptReader {
  constructor(private readonly database: SqlDatabase) {}

  async find(owner: AccountId, reference: PromptReference) {
    const row = await this.database.first(FIND[reference.by], { owner, reference: textOf(reference) });
    return row && fromPromptRow(row);
  }

  async read(owner: AccountId, reference: PromptReference, choice: VersionChoice, credential?: Credential) {
    if (!credential) {
      const row = await this.firstOf(READ, owner, reference, choice);
      return row && fromReadingRow(row);
    }
    const row = await this.firstOf(
      READ_WITH_CREDENTIAL,
      owner,
      reference,
      choice,
      credentialParameters({ credential }),
    );
    if (!row) throw new CredentialRetired();
    return row['id'] === null ? undefined : fromReadingRow(row);
  }

  async readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const row = await this.firstOf(READ_HEAD, owner, reference, choice);
    return (
      row && {
        id: String(row['id']) as PromptId,
        revision: Number(row['revision']),
        writeId: writeIdIn(row, 'write_id'),
        version: row['version'] === null ? undefined : Number(row['version']),
        label: labelIn(row['label']),
      }
    );
  }

  async readIncludedHeads(owner: AccountId, targets: readonly IncludeTarget[]) {
    const rows = await this.database.all(INCLUDED_HEADS, { owner, targets: JSON.stringify(targets.map(toTargetRow)) });
    const heads: (IncludedHead | undefined)[] = targets.map(() => undefined);
    for (const row of rows) heads[Number(row['target'])] = fromIncludedRow(row);
    return heads;
  }

  async findVersion(owner: AccountId, id: PromptId, version: number) {
    const row = await this.database.first(VERSION, { owner, id, version });
    return row && fromVersionRow(row);
  }

  async listVersions(owner: AccountId, id: PromptId, { before = END, limit, bytesMax = UNLIMITED }: VersionPage) {
    const parameters = { owner, id, before, limit, bytes_max: bytesMax };
    return (await this.database.all(VERSIONS, parameters)).map(fromSummaryRow);
  }

  async findLatestAt(owner: AccountId, id: PromptId, at: Date) {
    const row = await this.database.first(LATEST_AT, { owner, id, at: at.getTime() });
    return row && Number(row['version']);
  }

  async listMoves(owner: AccountId, id: PromptId, label: Label, { before, limit }: MovePage) {
    const parameters = { owner, id, label, before: before?.getTime() ?? END, limit };
    return (await this.database.all(MOVES, parameters)).map(fromMoveRow);
  }

  listIncludes(owner: AccountId, names: readonly PromptName[], after?: IncludeCursor) {
    return listIncludes(this.database, owner, names, after);
  }

  listIncluders(owner: AccountId, name: PromptName, after?: IncludeCursor) {
    return listIncluders(this.database, owner, name, after);
  }

  async readRevision(owner: AccountId) {
    const row = await this.database.first(REVISION, { owner });
    return Number(row?.['prompts_revision'] ?? 0);
  }

  async readState(owner: AccountId) {
    const row = await this.database.first(REVISION, { owner });
    return row ? promptsStateIn(row) : promptsStateOf(0, UNKNOWN_WRITE);
  }

  private firstOf(
    statements: Readonly<Record<VersionJoin, Readonly<Record<By, Statement>>>>,
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    guard: Parameters = {},
  ): Promise<Row | undefined> {
    const { join, parameters } = joinFor(choice);
    const found = statements[join][reference.by];
    return this.database.first(found, { owner, reference: textOf(reference), ...parameters, ...guard });
  }
}

function toTargetRow({ name, selector }: IncludeTarget, index: number) {
  const { join, parameters } = joinFor(selector ?? DEFAULT_CHOICE);
  const { chosen_version: version = null, chosen_label: label = null } = parameters;
  return [index, name, version, label, join === 'latest' || join === 'default' ? 'latest' : null];
}

const fromIncludedRow = (row: Row): IncludedHead => ({
  id: String(row['id']) as PromptId,
  revision: Number(row['revision']),
  writeId: writeIdIn(row, 'write_id'),
  type: promptType(row),
  storedBytes: row['bytes'] === null ? undefined : Number(row['bytes']),
});
