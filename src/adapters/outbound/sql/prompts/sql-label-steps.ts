import type { LabelOrder } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import { insertRows, OF_PROMPT } from '../insert-rows.ts';
import { type Statement, statement } from '../sql-database.ts';
import { MOVE_COLUMNS } from './sql-prompt-columns.ts';
import { HAS_PROMPT_ID, inBatches, notBefore, PROMPT_HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';

/** Inserts nothing when the label already points there. */
const record = (version: string): Statement =>
  statement(
    `INSERT INTO label_move (account_id, prompt_id, label, version, previous, moved_at, moved_by, message)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${version}, prompt_label.version,
       ${notBefore('last.next_at')}, :by, :message
     FROM prompt
     LEFT JOIN prompt_label ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
       AND prompt_label.label = :label
     CROSS JOIN (SELECT MAX(moved_at) + 1 AS next_at FROM label_move WHERE ${HAS_PROMPT_ID} AND label = :label) AS last
     WHERE ${PROMPT_HAS_ID} AND prompt_label.version IS DISTINCT FROM ${version}
     RETURNING ${MOVE_COLUMNS}`,
  );
const point = (version: string): Statement =>
  statement(
    `INSERT INTO prompt_label (account_id, prompt_id, label, version)
     SELECT prompt.account_id, prompt.id, CAST(:label AS TEXT), ${version} FROM prompt
     WHERE ${PROMPT_HAS_ID}
     ON CONFLICT (account_id, prompt_id, label) DO UPDATE SET version = excluded.version`,
  );

const GIVEN = 'CAST(:version AS BIGINT)';
const PUBLISHED = 'prompt.latest_version';
const RECORD = { given: record(GIVEN), published: record(PUBLISHED) };
const POINT = { given: point(GIVEN), published: point(PUBLISHED) };
const DELETE_LABEL = statement(`DELETE FROM prompt_label WHERE ${HAS_PROMPT_ID} AND label = :label`);

/** Each order returns its move, or nothing when the label already points there. */
export const moveLabels = (key: PromptKey, orders: readonly LabelOrder[], by: Actor, at: Date): Step[] =>
  orders.flatMap(({ label, to, message }) => {
    const version = to === 'published' ? 'published' : 'given';
    const target = { ...key, label, version: to === 'published' ? null : to };
    return [
      {
        statement: RECORD[version],
        parameters: { ...target, by: by.channel, message, at: at.getTime() },
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
});
const DELETE_LABELS = statement(`DELETE FROM prompt_label WHERE ${HAS_PROMPT_ID}`);
const DERIVE_LABELS = statement(
  `INSERT INTO prompt_label (account_id, prompt_id, label, version)
   SELECT account_id, prompt_id, label, version FROM label_move
   WHERE ${HAS_PROMPT_ID} AND version IS NOT NULL AND NOT EXISTS
     (SELECT 1 FROM label_move AS later WHERE later.account_id = label_move.account_id
       AND later.prompt_id = label_move.prompt_id AND later.label = label_move.label
       AND later.moved_at > label_move.moved_at)`,
);

/** Adds moves as they were elsewhere, and derives the labels from all moves that there are then. */
export function addMoves(key: PromptKey, moves: readonly LabelMove[]): Step[] {
  const rows = moves.map(({ label, version, previous, movedAt, by, message }) => [
    label,
    version,
    previous,
    movedAt.getTime(),
    by,
    message,
  ]);
  return [
    ...inBatches(ADD_MOVES, key, rows),
    { statement: DELETE_LABELS, parameters: key },
    { statement: DERIVE_LABELS, parameters: key },
  ];
}
