import type { KeptVersion, LabelOrder } from '../../../../application/ports/prompt-repository.ts';
import type { Channel } from '../../../../domain/channel.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../../domain/prompts/naming/include-target.ts';
import { toDraftRow } from '../../rows/prompt-row.ts';
import { overRows, type SqlValue, type Statement, statement } from '../sql-database.ts';
import { MOVE_COLUMNS } from './sql-prompt-readings.ts';
import { notBefore, OF_THIS, type Step, THIS_PROMPT, type Which } from './sql-prompt-steps.ts';

/** Few enough to stay far below the time that one statement has, whatever their size. */
const ROWS_AT_ONCE = 50;

function inBatches(statement: Statement, which: Which, rows: readonly (readonly SqlValue[])[]): Step[] {
  const batches = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: batches }, (_, batch) => {
    const some = rows.slice(batch * ROWS_AT_ONCE, (batch + 1) * ROWS_AT_ONCE);
    return { statement, parameters: { ...which, rows: JSON.stringify(some) } };
  });
}

const ADD_VERSIONS = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO prompt_version (account_id, prompt_id, version, type, hash, restored_from, published_at, message,
         variables, config, body)
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), CAST(item.value ->> 0 AS BIGINT), item.value ->> 1,
         item.value ->> 2, CAST(item.value ->> 3 AS BIGINT), CAST(item.value ->> 4 AS BIGINT), item.value ->> 5,
         item.value ->> 6, item.value ->> 7, item.value ->> 8
       FROM ${rows}`,
  ),
);

export function addVersions(which: Which, versions: readonly KeptVersion[]): Step[] {
  const rows = versions.map((kept) => {
    const { type, hash, restored_from, message, variables, config, body } = toDraftRow(kept);
    const publishedAt = kept.publishedAt.getTime();
    return [kept.version, type, hash, restored_from, publishedAt, message, variables, config, body];
  });
  const includes = versions.flatMap((kept) => kept.includes);
  return [...inBatches(ADD_VERSIONS, which, rows), ...addIncludes(which, includes)];
}

const ADD_INCLUDES = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO prompt_include (account_id, prompt_id, target, target_name)
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), item.value ->> 0, item.value ->> 1
       FROM ${rows} WHERE TRUE
       ON CONFLICT (account_id, prompt_id, target) DO NOTHING`,
  ),
);

export function addIncludes(which: Which, includes: readonly IncludeTarget[]): Step[] {
  const names = new Map(includes.map((target) => [printIncludeTarget(target), target.name]));
  return inBatches(ADD_INCLUDES, which, [...names]);
}

/** Nothing when the label points there already. */
const record = (version: string): Statement =>
  statement(
    `INSERT INTO label_move (account_id, prompt_id, label, moved_at, version, previous, moved_by, message)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${notBefore('last.next_at')}, ${version},
       prompt_label.version, :by, :message
     FROM prompt
     LEFT JOIN prompt_label ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
       AND prompt_label.label = :label
     CROSS JOIN (SELECT MAX(moved_at) + 1 AS next_at FROM label_move WHERE ${OF_THIS} AND label = :label) AS last
     WHERE ${THIS_PROMPT} AND prompt_label.version IS DISTINCT FROM ${version}
     RETURNING ${MOVE_COLUMNS}`,
  );
const point = (version: string): Statement =>
  statement(
    `INSERT INTO prompt_label (account_id, prompt_id, label, version)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${version} FROM prompt
     WHERE ${THIS_PROMPT}
     ON CONFLICT (account_id, prompt_id, label) DO UPDATE SET version = excluded.version`,
  );

const GIVEN = 'CAST(:version AS BIGINT)';
const PUBLISHED = 'prompt.latest_version';
const RECORD = { given: record(GIVEN), published: record(PUBLISHED) };
const POINT = { given: point(GIVEN), published: point(PUBLISHED) };
const DROP = statement(`DELETE FROM prompt_label WHERE ${OF_THIS} AND label = :label`);

/** Each order answers its move, or nothing. */
export const moveLabels = (which: Which, orders: readonly LabelOrder[], by: Channel, at: Date): Step[] =>
  orders.flatMap(({ label, to, message }) => {
    const target = to === 'published' ? 'published' : 'given';
    const aim = { ...which, label, version: to === 'published' ? null : to };
    return [
      { statement: RECORD[target], parameters: { ...aim, by, message, at: at.getTime() } },
      { statement: to === null ? DROP : POINT[target], parameters: aim },
    ];
  });

const ADD_MOVES = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO label_move (account_id, prompt_id, label, version, previous, moved_at, moved_by, message)
       SELECT CAST(:owner AS TEXT), CAST(:id AS TEXT), item.value ->> 0, CAST(item.value ->> 1 AS BIGINT),
         CAST(item.value ->> 2 AS BIGINT), CAST(item.value ->> 3 AS BIGINT), item.value ->> 4, item.value ->> 5
       FROM ${rows}`,
  ),
);
const FORGET_LABELS = statement(`DELETE FROM prompt_label WHERE ${OF_THIS}`);
const FOLLOW_MOVES = statement(
  `INSERT INTO prompt_label (account_id, prompt_id, label, version)
   SELECT account_id, prompt_id, label, version FROM label_move
   WHERE ${OF_THIS} AND version IS NOT NULL AND NOT EXISTS
     (SELECT 1 FROM label_move AS later WHERE later.account_id = label_move.account_id
       AND later.prompt_id = label_move.prompt_id AND later.label = label_move.label
       AND later.moved_at > label_move.moved_at)`,
);

/** Moves as they were elsewhere. The labels then follow from all moves that there are. */
export function addMoves(which: Which, moves: readonly LabelMove[]): Step[] {
  const rows = moves.map(({ label, version, previous, movedAt, by, message }) => [
    label,
    version,
    previous,
    movedAt.getTime(),
    by,
    message,
  ]);
  return [
    ...inBatches(ADD_MOVES, which, rows),
    { statement: FORGET_LABELS, parameters: which },
    { statement: FOLLOW_MOVES, parameters: which },
  ];
}
