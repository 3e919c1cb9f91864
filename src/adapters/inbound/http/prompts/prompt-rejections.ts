import type { Problem } from '../../../../domain/problem.ts';
import type { QuotaExceeded } from '../../../../domain/prompts/quotas.ts';
import type { BreakingChange } from '../../../../domain/templates/variable-changes.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { invalid, Rejection } from '../errors/rejection.ts';

/** Every outcome with which a use case about prompts can reject a request. */
export type RejectedOutcome =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'included-by'; readonly includers: readonly string[] }
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
      return new Rejection('included_by', {
        details: outcome.includers.map((name) => ({ path: name, problem: 'includes this prompt' })),
      });
    case 'quota-exceeded':
      return new Rejection('quota_exceeded', {
        details: [{ path: outcome.quota, problem: `${outcome.used} of ${outcome.limit} are used` }],
      });
    default:
      return new Rejection(CODES[outcome.kind]);
  }
}

export const presentBreakingChange = ({ path, change }: BreakingChange): Problem => ({ path, problem: change });
