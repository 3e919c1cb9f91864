import type { LabelOrder } from '../../../application/ports/prompts/prompt-writer.ts';
import { invariant } from '../../../domain/invariant.ts';
import { parseIncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Fingerprint, LockedInclude, ReleaseLock } from '../../../domain/prompts/release.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { nullableText, text, type UnreadRow, whole } from './row-fields.ts';

/** The fields of a move that have no columns of their own. */
type MoveRelease = Pick<LabelMove, 'rollback' | 'fingerprint' | 'locks'>;

/**
 * The release of a move as JSON, or null if there is nothing to write. It contains no space, and its locks come last:
 * the statements and scripts of the backends add periods to it without parsing it.
 */
export function toReleaseText({ rollback, fingerprint, locks }: MoveRelease): string | null {
  const periods = locks?.map(({ since, lock }) => ({ since: since.getTime(), lock: lock && toLockRow(lock) }));
  const release = JSON.stringify({ rollback, fingerprint, locks: periods });
  return release === '{}' ? null : release;
}

/** The release of an order without its closing brace, because only the write decides whether its lock belongs to it. */
export const toOrderRelease = ({ rollback, release }: LabelOrder): string | null =>
  toReleaseText({ rollback, fingerprint: release?.fingerprint })?.slice(0, -1) ?? null;

export const toLockText = (lock: ReleaseLock): string => JSON.stringify(toLockRow(lock));

/** The current lock of a label as it is stored: with the version that the label pointed to when it got the lock. */
export const toLabelLock = (version: number, lock: ReleaseLock): string => `${version} ${toLockText(lock)}`;

/** Fields: release. */
export function releaseIn(row: UnreadRow): MoveRelease {
  const release = nullableText(row, 'release');
  if (release === null) return {};
  const { rollback, fingerprint, locks } = parseJson(release) as UnreadRow;
  return {
    rollback: rollback === true ? rollback : undefined,
    fingerprint: fingerprint === undefined ? undefined : (fingerprint as Fingerprint),
    locks: locks === undefined ? undefined : listOf(locks).map(toPeriod),
  };
}

/**
 * Undefined if the label points to another version than when it got the lock: services of 0.1 know no locks, and leave them
 * behind when they move labels.
 */
export function parseLabelLock(stored: string | null, version: number): ReleaseLock | undefined {
  if (!stored?.startsWith(`${version} `)) return undefined;
  return toLock(parseJson(stored.slice(stored.indexOf(' ') + 1)) as UnreadRow);
}

const toLockRow = ({ fingerprint, includes }: ReleaseLock) => ({
  fingerprint,
  includes: includes.map(({ target, promptId, version }) => ({
    target: printIncludeTarget(target),
    promptId,
    version,
  })),
});

const toPeriod = (row: UnreadRow) => ({
  since: new Date(whole(row, 'since')),
  lock: row['lock'] === null ? null : toLock(row['lock'] as UnreadRow),
});

const toLock = (row: UnreadRow): ReleaseLock => ({
  fingerprint: text(row, 'fingerprint') as Fingerprint,
  includes: listOf(row['includes']).map(toInclude),
});

function toInclude(row: UnreadRow): LockedInclude {
  const target = parseIncludeTarget(text(row, 'target'));
  invariant(target !== undefined, 'a stored lock has include targets');
  return { target, promptId: text(row, 'promptId') as PromptId, version: whole(row, 'version') };
}

function listOf(value: unknown): readonly UnreadRow[] {
  invariant(Array.isArray(value), 'a stored lock has lists');
  return value;
}
