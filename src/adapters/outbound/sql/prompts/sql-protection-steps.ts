import type { PromptRevision } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { canMoveProtected } from '../../../../domain/prompts/protected-labels.ts';
import { overRows, type Parameters, type Statement, statement } from '../sql-database.ts';
import type { PromptKey, Step } from './sql-prompt-steps.ts';

/** The labels that are protected. The account must be locked, so that the list stays as it is until the end of the write. */
const amongLabels = (position: 'instr' | 'strpos'): string =>
  `SELECT label FROM protected_label WHERE account_id = :owner AND ${position}(:labels, ' ' || label || ' ') > 0
   ORDER BY label`;
const AMONG = statement({ sqlite: amongLabels('instr'), postgres: amongLabels('strpos') });
const CARRIED = statement(
  `SELECT protected_label.label FROM protected_label JOIN prompt_label
     ON prompt_label.account_id = protected_label.account_id AND prompt_label.label = protected_label.label
   WHERE protected_label.account_id = :owner AND prompt_label.prompt_id = :id ORDER BY protected_label.label`,
);

/** Stands for the version of the same write, which becomes one only if its content is not that of the latest version. */
const PUBLISHED = 0;
/** The labels that the prompt carries if it is renamed or archived, and those that an order moves. */
const CHANGED = statement(
  overRows(
    'rows',
    (rows) =>
      `SELECT protected_label.label FROM protected_label
       JOIN prompt ON prompt.account_id = protected_label.account_id AND prompt.id = :id
       LEFT JOIN prompt_label ON prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id
         AND prompt_label.label = protected_label.label
       LEFT JOIN ${rows} ON item.value ->> 0 = protected_label.label
       WHERE protected_label.account_id = :owner AND (
         (prompt_label.version IS NOT NULL AND
           (prompt.name <> CAST(:name AS TEXT) OR prompt.archived < CAST(:archived AS BIGINT)))
         OR (item.value IS NOT NULL AND (prompt_label.version IS DISTINCT FROM CAST(item.value ->> 1 AS BIGINT)
             OR CAST(item.value ->> 2 AS BIGINT) = 1)
           AND (CAST(item.value ->> 1 AS BIGINT) IS DISTINCT FROM ${PUBLISHED} OR prompt.latest_hash <> :hash)))
       ORDER BY protected_label.label`,
  ),
);

const guard = ({ channel }: Actor, labels: Statement, parameters: Parameters): Step[] =>
  canMoveProtected(channel) ? [] : [{ statement: labels, parameters, rows: 0, returns: 'protected' }];

/** Rejects moves of protected labels, wherever they lead. */
export function guardLabels(owner: AccountId, moves: readonly { readonly label: Label }[], by: Actor): Step[] {
  const labels = [...new Set(moves.map(({ label }) => label))];
  if (labels.length === 0) return [];
  // No label contains a space.
  return guard(by, AMONG, { owner, labels: ` ${labels.join(' ')} ` });
}

/** Comes before anything else about the prompt is written. A revision of the content alone needs no check. */
export function guardRevision({ owner, id, metadata, draft, labels, by }: PromptRevision): Step[] {
  if (labels.length === 0 && !metadata) return [];
  const rows = labels.map(({ label, to, again }) => [label, to === 'published' ? PUBLISHED : to, again ? 1 : 0]);
  return guard(by, CHANGED, {
    owner,
    id,
    name: metadata?.name ?? null,
    archived: metadata ? Number(metadata.archived) : null,
    hash: draft?.hash ?? '',
    rows: JSON.stringify(rows),
  });
}

export const guardRemoval = (key: PromptKey, by: Actor): Step[] => guard(by, CARRIED, key);
