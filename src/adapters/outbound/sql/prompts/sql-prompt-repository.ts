import type {
  FullPage,
  Include,
  MovePage,
  PromptAddition,
  PromptCreation,
  PromptQuery,
  PromptRemoval,
  PromptRepository,
  PromptRevision,
  RestoredPrompt,
  VersionPage,
} from '../../../../application/ports/prompt-repository.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { parseIncludeTarget } from '../../../../domain/prompts/naming/include-target.ts';
import type { Label } from '../../../../domain/prompts/naming/label.ts';
import type { PromptId, PromptName, PromptReference } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt, VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { fromMoveRow, fromPromptRow, fromSummaryRow, fromVersionRow } from '../../rows/prompt-row.ts';
import { overRows, type Row, type SqlDatabase, type Statement, statement } from '../sql-database.ts';
import { SqlPromptLists } from './sql-prompt-lists.ts';
import {
  CONTENT_COLUMNS,
  fromReadingRow,
  joinVersion,
  MOVE_COLUMNS,
  PROMPT_COLUMNS,
  SUMMARY_COLUMNS,
  WAYS,
  type Way,
  wayOf,
} from './sql-prompt-readings.ts';
import { SqlPromptWrites } from './sql-prompt-writes.ts';

type By = PromptReference['by'];

/** One statement for each way to point at a prompt. */
const eachReference = (text: (where: string) => string): Readonly<Record<By, Statement>> => ({
  id: statement(text('prompt.account_id = :owner AND prompt.id = :reference')),
  name: statement(text('prompt.account_id = :owner AND prompt.name = :reference')),
});

const eachWay = <Made>(make: (way: Way) => Made): Readonly<Record<Way, Made>> => ({
  version: make('version'),
  latest: make('latest'),
  label: make('label'),
  default: make('default'),
});

const FIND = eachReference((where) => `SELECT ${PROMPT_COLUMNS} FROM prompt WHERE ${where}`);
const READ = eachWay((way) =>
  eachReference(
    (where) => `SELECT ${PROMPT_COLUMNS}, ${CONTENT_COLUMNS} FROM prompt ${joinVersion(way)} WHERE ${where}`,
  ),
);
/** Versions have no gaps: what is not beyond the latest is there. */
const GLIMPSE = eachWay((way) =>
  eachReference(
    (where) => `SELECT prompt.id, prompt.revision,
      CASE WHEN ${WAYS[way].version} <= prompt.latest_version THEN ${WAYS[way].version} END AS version
      FROM prompt ${WAYS[way].join} WHERE ${where}`,
  ),
);

const OF_PROMPT = 'account_id = :owner AND prompt_id = :id';
const VERSION = statement(
  `SELECT type, ${CONTENT_COLUMNS} FROM prompt_version WHERE ${OF_PROMPT} AND version = :version`,
);
const VERSIONS = statement(
  `SELECT ${SUMMARY_COLUMNS} FROM prompt_version
   WHERE ${OF_PROMPT} AND version < :before ORDER BY version DESC LIMIT :limit`,
);
const FULL_VERSIONS = statement(
  `SELECT type, ${CONTENT_COLUMNS} FROM prompt_version
   WHERE ${OF_PROMPT} AND version > :after ORDER BY version LIMIT :limit`,
);
const LATEST_AT = statement(
  `SELECT version FROM prompt_version
   WHERE ${OF_PROMPT} AND published_at <= :at ORDER BY version DESC LIMIT 1`,
);

const MOVE_AT = statement(
  `SELECT ${MOVE_COLUMNS} FROM label_move
   WHERE ${OF_PROMPT} AND label = :label AND moved_at <= :at ORDER BY moved_at DESC LIMIT 1`,
);
const MOVES = statement(
  `SELECT ${MOVE_COLUMNS} FROM label_move
   WHERE ${OF_PROMPT} AND label = :label AND moved_at < :before ORDER BY moved_at DESC LIMIT :limit`,
);
const ALL_MOVES = statement(`SELECT ${MOVE_COLUMNS} FROM label_move WHERE ${OF_PROMPT} ORDER BY label, moved_at`);

const INCLUDES_OF = statement(
  overRows(
    'names',
    (names) =>
      `SELECT DISTINCT prompt.name AS includer, prompt_include.target FROM ${names}
       CROSS JOIN prompt CROSS JOIN prompt_include
       WHERE prompt.account_id = :owner AND prompt.name = item.value ->> 0
         AND prompt_include.account_id = prompt.account_id AND prompt_include.prompt_id = prompt.id
       ORDER BY includer, target`,
  ),
);
const INCLUDERS_OF = statement(
  `SELECT prompt.name AS includer, prompt_include.target FROM prompt_include CROSS JOIN prompt
   WHERE prompt_include.account_id = :owner AND prompt_include.target_name = :name
     AND prompt.account_id = prompt_include.account_id AND prompt.id = prompt_include.prompt_id
   ORDER BY includer, target`,
);

const REVISION = statement('SELECT prompts_revision FROM account WHERE id = :owner');

/** Later than any version or moment can be. */
const END = Number.MAX_SAFE_INTEGER;

/** Reads by itself; what changes prompts and what lists them is written next door. */
export class SqlPromptRepository implements PromptRepository {
  private readonly writes: SqlPromptWrites;
  private readonly lists: SqlPromptLists;

  constructor(private readonly database: SqlDatabase) {
    this.writes = new SqlPromptWrites(database);
    this.lists = new SqlPromptLists(database);
  }

  async find(owner: AccountId, reference: PromptReference) {
    const row = await this.database.first(FIND[reference.by], { owner, reference: textOf(reference) });
    return row && fromPromptRow(row);
  }

  async read(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const { way, chosen } = wayOf(choice);
    const parameters = { owner, reference: textOf(reference), ...chosen };
    const row = await this.database.first(READ[way][reference.by], parameters);
    return row && fromReadingRow(row);
  }

  async readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const { way, chosen } = wayOf(choice);
    const parameters = { owner, reference: textOf(reference), ...chosen };
    const row = await this.database.first(GLIMPSE[way][reference.by], parameters);
    return (
      row && {
        id: String(row['id']) as PromptId,
        revision: Number(row['revision']),
        version: row['version'] === null ? undefined : Number(row['version']),
      }
    );
  }

  async version(owner: AccountId, id: PromptId, version: number) {
    const row = await this.database.first(VERSION, { owner, id, version });
    return row && fromVersionRow(row);
  }

  async versions(owner: AccountId, id: PromptId, { before = END, limit }: VersionPage) {
    return (await this.database.all(VERSIONS, { owner, id, before, limit })).map(fromSummaryRow);
  }

  async fullVersions(owner: AccountId, id: PromptId, { after, limit }: FullPage) {
    return (await this.database.all(FULL_VERSIONS, { owner, id, after, limit })).map(fromVersionRow);
  }

  async latestAt(owner: AccountId, id: PromptId, at: Date) {
    const row = await this.database.first(LATEST_AT, { owner, id, at: at.getTime() });
    return row && Number(row['version']);
  }

  async moveAt(owner: AccountId, id: PromptId, label: Label, at: Date) {
    const row = await this.database.first(MOVE_AT, { owner, id, label, at: at.getTime() });
    return row && fromMoveRow(row);
  }

  async moves(owner: AccountId, id: PromptId, label: Label, { before, limit }: MovePage) {
    const parameters = { owner, id, label, before: before?.getTime() ?? END, limit };
    return (await this.database.all(MOVES, parameters)).map(fromMoveRow);
  }

  async allMoves(owner: AccountId, id: PromptId) {
    return (await this.database.all(ALL_MOVES, { owner, id })).map(fromMoveRow);
  }

  async includesOf(owner: AccountId, names: readonly PromptName[]) {
    const parameters = { owner, names: JSON.stringify(names.map((name) => [name])) };
    return (await this.database.all(INCLUDES_OF, parameters)).map(fromIncludeRow);
  }

  async includersOf(owner: AccountId, name: PromptName) {
    return (await this.database.all(INCLUDERS_OF, { owner, name })).map(fromIncludeRow);
  }

  async revisionOf(owner: AccountId) {
    const row = await this.database.first(REVISION, { owner });
    return Number(row?.['prompts_revision'] ?? 0);
  }

  list(owner: AccountId, query: PromptQuery) {
    return this.lists.list(owner, query);
  }

  listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice) {
    return this.lists.listWithVersions(owner, query, choice);
  }

  countByTag(owner: AccountId) {
    return this.lists.countByTag(owner);
  }

  countByFolder(owner: AccountId) {
    return this.lists.countByFolder(owner);
  }

  create(creation: PromptCreation) {
    return this.writes.create(creation);
  }

  revise(revision: PromptRevision) {
    return this.writes.revise(revision);
  }

  /** What a database shows is committed as safely as what it acknowledges: it waits for its standbys before. */
  async confirm({ owner, id, revision }: Pick<Prompt, 'owner' | 'id' | 'revision'>) {
    const held = await this.find(owner, { by: 'id', id });
    return held?.revision === revision ? 'confirmed' : 'outdated';
  }

  remove(removal: PromptRemoval) {
    return this.writes.remove(removal);
  }

  restore(prompt: RestoredPrompt) {
    return this.writes.restore(prompt);
  }

  append(addition: PromptAddition) {
    return this.writes.append(addition);
  }
}

const textOf = (reference: PromptReference): string => (reference.by === 'id' ? reference.id : reference.name);

function fromIncludeRow({ includer, target: text }: Row): Include {
  const target = parseIncludeTarget(String(text));
  invariant(target !== undefined, 'a stored include names a prompt');
  return { includer: String(includer) as PromptName, target };
}
