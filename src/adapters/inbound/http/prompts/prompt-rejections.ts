import type { ImportPromptsOutcome } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { IncludedBy } from '../../../../application/prompts/read-includes.ts';
import type { Problem } from '../../../../domain/problem.ts';
import type { QuotaExceeded } from '../../../../domain/prompts/quotas.ts';
import type { BreakingChange } from '../../../../domain/templates/variable-changes.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { invalid, Rejection } from '../errors/rejection.ts';

/** Every outcome with which a use case about prompts can reject a request. */
export type RejectedOutcome =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | IncludedBy
  | QuotaExceeded
  | { readonly kind: keyof typeof CODES };

const CODES = {
  'not-found': 'prompt_not_found',
  'version-not-found': 'version_not_found',
  'label-not-found': 'label_not_found',
  'name-taken': 'name_taken',
  'type-mismatch': 'type_mismatch',
  archived: 'archived',
  'nothing-to-roll-back': 'nothing_to_roll_back',
  'precondition-failed': 'precondition_failed',
  conflict: 'conflict',
} as const satisfies Record<string, ErrorCode>;

export function rejectPrompt(outcome: RejectedOutcome): Rejection {
  switch (outcome.kind) {
    case 'invalid':
      return invalid(outcome.problems);
    case 'breaking':
      return new Rejection('breaking_change', { details: outcome.changes.map(presentBreakingChange) });
    case 'included-by':
      return new Rejection('included_by', { details: presentIncluders(outcome) });
    case 'quota-exceeded':
      return new Rejection('quota_exceeded', {
        details: [{ path: outcome.quota, problem: `${outcome.used} of ${outcome.limit} are used` }],
      });
    default:
      return new Rejection(CODES[outcome.kind]);
  }
}

export const presentBreakingChange = ({ path, change }: BreakingChange): Problem => ({ path, problem: change });

/** An import that ends in the middle shows what became of each prompt. */
export function rejectImport({
  results,
  others,
  ...exceeded
}: Extract<ImportPromptsOutcome, QuotaExceeded>): Rejection {
  const { code, extras } = rejectPrompt(exceeded);
  return new Rejection(code, {
    ...extras,
    data: [...results, ...others.map((name) => ({ name, result: 'not-imported' }))],
  });
}

/** The names, and how many others there are. */
function presentIncluders({ includers, count }: IncludedBy): readonly Problem[] {
  const details = includers.map((name) => ({ path: name, problem: 'includes this prompt' }));
  const others = count - includers.length;
  return others === 0 ? details : [...details, { path: '', problem: `${others} other prompts include it, too` }];
}
