import type { Problem } from '../../../../domain/problem.ts';
import type { BreakingChange } from '../../../../domain/templates/variable-changes.ts';
import { invalid, Rejection } from '../errors/rejection.ts';

/** Every way in which a use case about prompts can say no. */
export type PromptRefusal =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'included-by'; readonly includers: readonly string[] }
  | { readonly kind: PlainRefusal };

type PlainRefusal =
  | 'not-found'
  | 'version-not-found'
  | 'label-not-found'
  | 'name-taken'
  | 'type-mismatch'
  | 'archived'
  | 'nothing-to-roll-back'
  | 'precondition-failed'
  | 'conflict';

const PLAIN: Readonly<Record<PlainRefusal, readonly [status: number, code: string]>> = {
  'not-found': [404, 'prompt_not_found'],
  'version-not-found': [404, 'version_not_found'],
  'label-not-found': [404, 'label_not_found'],
  'name-taken': [409, 'name_taken'],
  'type-mismatch': [409, 'type_mismatch'],
  archived: [409, 'archived'],
  'nothing-to-roll-back': [409, 'nothing_to_roll_back'],
  'precondition-failed': [412, 'precondition_failed'],
  conflict: [409, 'conflict'],
};

export function refused(refusal: PromptRefusal): Rejection {
  switch (refusal.kind) {
    case 'invalid':
      return invalid(refusal.problems);
    case 'breaking':
      return new Rejection(409, 'breaking_change', {
        details: refusal.changes.map(({ name, change }) => ({ path: name, problem: change })),
      });
    case 'included-by':
      return new Rejection(409, 'included_by', {
        details: refusal.includers.map((name) => ({ path: name, problem: 'includes this prompt' })),
      });
    default:
      return new Rejection(...PLAIN[refusal.kind]);
  }
}
