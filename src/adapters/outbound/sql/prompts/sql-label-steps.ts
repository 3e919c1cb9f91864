import type { LabelOrder } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import { toLockText, toOrderRelease, toReleaseText } from '../../rows/release-row.ts';
import { insertRows, OF_PROMPT } from '../insert-rows.ts';
import { type Statement, statement } from '../sql-database.ts';
import { MOVE_COLUMNS } from './sql-prompt-columns.ts';
import { HAS_PROMPT_ID, inBatches, notBefore, PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

/** The account must be locked, so that the list of protected labels stays as it is until the end of the write. */
const isProtected = (owner: string, label: string): string =>
  `EXISTS (SELECT 1 FROM protected_label WHERE account_id = ${owner} AND label = ${label})`;
const GETS_LOCK = `CAST(:lock AS TEXT) IS NOT NULL AND ${isProtected(':owner', ':label')}`;
const MOVED_AT = notBefore('last.next_at');
const IS_AGAIN = 'CAST(:again AS BIGINT) = 1';

/** Inserts nothing when the label already points there, unless it is moved again. The lock of the move is its first period. */
const record = (version: string): Statement =>
  statement(
    `INSERT INTO label_move (account_id, prompt_id, label, version, previous, moved_at, moved_by, message, release)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${version}, prompt_label.version,
       ${MOVED_AT}, :by, :message,
       CAST(:release AS TEXT) || CASE WHEN ${GETS_LOCK}
         THEN ',"locks":[{"since":' || CAST(${MOVED_AT} AS TEXT) || ',"lock":' || CAST(:lock AS TEXT) || '}]' ELSE '' END || '}'
     FROM prompt
     LEFT JOIN prompt_label ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
       AND prompt_label.label = :label
     CROSS JOIN (SELECT MAX(moved_at) + 1 AS next_at FROM label_move WHERE ${HAS_PROMPT_ID} AND label = :label) AS last
     WHERE ${PROMPT_HAS_ID} AND (prompt_label.version IS DISTINCT FROM ${version} OR ${IS_AGAIN})
     RETURNING ${MOVE_COLUMNS}`,
  );
/** A label that stays where it is keeps its lock. */
const point = (version: string): Statement =>
  statement(
    `INSERT INTO prompt_label (account_id, prompt_id, label, version, lock)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${version},
       CASE WHEN ${GETS_LOCK} THEN CAST(${version} AS TEXT) || ' ' || CAST(:lock AS TEXT) END
     FROM prompt WHERE ${PROMPT_HAS_ID}
     ON CONFLICT (account_id, prompt_id, label) DO UPDATE SET version = excluded.version, lock = excluded.lock
       WHERE prompt_label.version <> excluded.version OR ${IS_AGAIN}`,
  );

const GIVEN = 'CAST(:version AS BIGINT)';
const PUBLISHED = 'prompt.latest_version';
const RECORD = { given: record(GIVEN), published: record(PUBLISHED) };
const POINT = { given: point(GIVEN), published: point(PUBLISHED) };
const DELETE_LABEL = statement(`DELETE FROM prompt_label WHERE ${HAS_PROMPT_ID} AND label = :label`);

/** Each order returns its move, or nothing when the label already points there. */
export const moveLabels = (key: PromptKey, orders: readonly LabelOrder[], by: Actor, at: Date): Step[] =>
  orders.flatMap((order) => {
    const { label, to, message, release, again } = order;
    const version = to === 'published' ? 'published' : 'given';
    const lock = release?.lock ? toLockText(release.lock) : null;
    const target = { ...key, label, version: to === 'published' ? null : to, lock, again: again ? 1 : 0 };
    return [
      {
        statement: RECORD[version],
        parameters: { ...target, by: by.channel, message, at: at.getTime(), release: toOrderRelease(order) },
        returns: 'move',
        growth: 'history',
      },
      { statement: to === null ? DELETE_LABEL : POINT[version], parameters: target },
    ];
  });

const ADD_MOVES = insertRows('label_move', OF_PROMPT, {
  label: 'text',
  version: 'whole',
  previous: 'whole',
  moved_at: 'whole',
  moved_by: 'text',
  message: 'text',
  release: 'text',
});
const DELETE_LABELS = statement(`DELETE FROM prompt_label WHERE ${HAS_PROMPT_ID}`);
/** The lock of the last period of the newest move. */
const deriveLabels = (lock: string): string =>
  `INSERT INTO prompt_label (account_id, prompt_id, label, version, lock)
   SELECT account_id, prompt_id, label, version,
     CASE WHEN ${isProtected('label_move.account_id', 'label_move.label')}
       THEN CAST(version AS TEXT) || ' ' || NULLIF(${lock}, 'null') END
   FROM label_move WHERE ${HAS_PROMPT_ID} AND version IS NOT NULL AND NOT EXISTS
     (SELECT 1 FROM label_move AS later WHERE later.account_id = label_move.account_id
       AND later.prompt_id = label_move.prompt_id AND later.label = label_move.label
       AND later.moved_at > label_move.moved_at)`;
const DERIVE_LABELS = statement({
  sqlite: deriveLabels("release -> '$.locks[#-1].lock'"),
  postgres: deriveLabels("CAST(CAST(release AS json) -> 'locks' -> -1 -> 'lock' AS TEXT)"),
});

/** Adds moves as they were elsewhere, and derives the labels from all moves that there are then. */
export function addMoves(key: PromptKey, moves: readonly LabelMove[]): Step[] {
  const rows = moves.map((move) => {
    const { label, version, previous, movedAt, by, message } = move;
    return [label, version, previous, movedAt.getTime(), by, message, toReleaseText(move)];
  });
  return [
    ...inBatches(ADD_MOVES, key, rows),
    { statement: DELETE_LABELS, parameters: key },
    { statement: DERIVE_LABELS, parameters: key },
  ];
}
