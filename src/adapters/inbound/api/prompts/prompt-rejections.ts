import type { LabelsProtected } from '../../../../application/ports/prompts/prompt-writer.ts';
import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import type { ListNeighboringNames } from '../../../../application/prompts/catalog/list-neighboring-names.ts';
import type { BreaksIncluders } from '../../../../application/prompts/guard-includers.ts';
import type { ImportPromptsOutcome } from '../../../../application/prompts/import-export/import-prompts.ts';
import type { ImportResult } from '../../../../application/prompts/import-export/import-result.ts';
import type { IncludedBy } from '../../../../application/prompts/includes/read-includes.ts';
import type { LabelElsewhere } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { LabelNotFound, TypeMismatch, VersionNotFound } from '../../../../application/prompts/missing-version.ts';
import type { RenderPromptOutcome } from '../../../../application/prompts/render-prompt.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { parsePromptId, parsePromptName } from '../../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../../domain/problem.ts';
import type { QuotaExceeded } from '../../../../domain/prompts/quotas.ts';
import type { BreakingChange } from '../../../../domain/templates/variable-changes.ts';
import { allowedDistance, nearest } from '../../../text/nearest-name.ts';
import { describeProblems, detailsOf, type ProblemDetail } from '../../http/errors/describe-problems.ts';
import { printList, printText } from '../../http/errors/printed-text.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { adviseEncoded, encodeAllBelowPrompts } from '../../http/errors/unencoded-name.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import type { RouteContext } from '../../http/routes/route.ts';
import {
  breakingChange,
  brokenIncluders,
  labelElsewhere,
  noLabel,
  noPrompt,
  noVersion,
  otherType,
  presentBreakingChange,
  presentBroken,
  protectedLabels,
  quotaExceeded,
  renderLimit,
} from './prompt-sentences.ts';
import { describeValues } from './variable-sentences.ts';

/** Every outcome with which a use case about prompts can reject a request. */
export type RejectedOutcome =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | BreaksIncluders
  | IncludedBy
  | LabelsProtected
  | LabelElsewhere
  | QuotaExceeded
  | LabelNotFound
  | VersionNotFound
  | TypeMismatch
  | { readonly kind: 'not-found' }
  | { readonly kind: 'name-taken' | 'archived' | 'nothing-to-roll-back' | 'precondition-failed' | 'conflict' };

export interface NameSuggestions {
  readonly listNeighboringNames: ListNeighboringNames;
}

/** The rejection of a request about the prompt in its path. If there is none, looks for the name that was meant. */
export async function rejectPrompt(
  ctx: RouteContext<AccountState>,
  outcome: RejectedOutcome,
  { listNeighboringNames }: NameSuggestions,
): Promise<Rejection> {
  const { ref = '', label = '' } = ctx.params;
  // The outcome of a use case: the label has been parsed.
  if (outcome.kind !== 'not-found') {
    return toRejection(outcome, parsePromptId(ref) ? `Prompt ${ref}` : printText(ref), label);
  }
  const names = await listNeighbors(ref, ctx.state.account.id, listNeighboringNames);
  const encoded = encodeAllBelowPrompts(ctx.path);
  const isMeant = encoded !== undefined && names.some((name) => encodeURIComponent(name) === encoded);
  const sentence = isMeant ? `${noPrompt(ref)} ${adviseEncoded(encoded)}` : noPrompt(ref, findMeant(ref, names));
  return new Rejection('prompt_not_found', { sentence });
}

/** The name can be in the body: of a new prompt, or of one that is renamed. */
export const rejectTakenName = (name: string): Rejection =>
  new Rejection('name_taken', {
    sentence: `A prompt named ${printText(name)} already exists. Publish a version of it, or choose another name.`,
  });

/** Rejects `If-None-Match: *` for a prompt that exists. */
export const rejectExisting = (reference = ''): Rejection =>
  new Rejection('precondition_failed', {
    sentence: `${printText(reference)} already exists, and If-None-Match: * only creates.`,
  });

export const rejectQuota = (outcome: QuotaExceeded): Rejection =>
  new Rejection('quota_exceeded', {
    sentence: quotaExceeded(outcome),
    details: [{ path: outcome.quota, problem: 'exceeded', message: quotaExceeded(outcome) }],
  });

/** `prompt` is how the caller called it; `label` the one to move, if the request was about one. */
export function toRejection(
  outcome: Exclude<RejectedOutcome, { kind: 'not-found' }>,
  prompt: string,
  label: string,
): Rejection {
  switch (outcome.kind) {
    case 'invalid':
      return invalid(outcome.problems);
    case 'label-not-found':
      return new Rejection('label_not_found', { sentence: noLabel(outcome) });
    case 'version-not-found':
      return new Rejection('version_not_found', { sentence: noVersion(outcome) });
    case 'type-mismatch':
      return new Rejection('type_mismatch', { sentence: otherType(outcome) });
    case 'breaking':
      return rejectBreaking(outcome.changes, label);
    case 'breaks-includers':
      return rejectBrokenIncluders(outcome, label);
    case 'included-by':
      return rejectIncluded(outcome, prompt);
    case 'protected':
      return rejectProtected(outcome);
    case 'quota-exceeded':
      return rejectQuota(outcome);
    case 'name-taken':
      return rejectTakenName(prompt);
    case 'archived':
      return new Rejection('archived', { sentence: `${prompt} is archived. Set archived to false first.` });
    case 'nothing-to-roll-back':
      return new Rejection('nothing_to_roll_back', {
        sentence: `Label ${label} of ${prompt} has no earlier version to roll back to.`,
      });
    case 'label-elsewhere':
      return new Rejection('precondition_failed', { status: 409, sentence: labelElsewhere(outcome, label) });
    case 'precondition-failed':
      return new Rejection('precondition_failed', {
        sentence: `${prompt} does not match If-Match: it has changed, or is gone. Read it again, then repeat the change.`,
      });
    case 'conflict':
      return new Rejection('conflict');
  }
}

type FailedRendering = Extract<
  RenderPromptOutcome,
  { readonly kind: 'variables-invalid' | 'includes-invalid' | 'too-large' }
>;

export function rejectRendering(outcome: FailedRendering): Rejection {
  switch (outcome.kind) {
    case 'variables-invalid':
      return new Rejection('variables_invalid', {
        sentence: describeValues(outcome.problems, outcome.declared),
        details: outcome.problems.map((each) => {
          const { path, problem } = each;
          return { path, problem, message: describeValues([each], outcome.declared) };
        }),
      });
    case 'includes-invalid':
      return new Rejection('includes_invalid', {
        sentence: describeProblems(outcome.problems),
        details: detailsOf(outcome.problems),
      });
    case 'too-large':
      return new Rejection('render_too_large', {
        sentence: renderLimit(outcome.limit),
        details: [{ path: '', problem: outcome.limit, message: renderLimit(outcome.limit) }],
      });
  }
}

export function presentImportResult({ name, result, broken, warnings }: ImportResult) {
  if (!broken) return { name, result, warnings };
  const { details, others } = presentBroken(broken);
  return { name, result, details, ...(others > 0 && { others }), warnings };
}

/** An import that ends in the middle shows what became of each prompt. */
export function rejectImport({
  results,
  others,
  ...exceeded
}: Extract<ImportPromptsOutcome, QuotaExceeded>): Rejection {
  const { code, extras } = rejectQuota(exceeded);
  return new Rejection(code, {
    ...extras,
    data: [
      ...results.map(presentImportResult),
      ...others.map((name) => ({ name, result: 'not-imported', warnings: [] })),
    ],
  });
}

const rejectBreaking = (changes: readonly BreakingChange[], label: string): Rejection =>
  new Rejection('breaking_change', {
    sentence: breakingChange(changes, forceCure(label)),
    details: changes.map(presentBreakingChange),
  });

export function rejectBrokenIncluders({ broken }: BreaksIncluders, label: string, cure = forceCure(label)): Rejection {
  const { details, others } = presentBroken(broken);
  const extras = { sentence: brokenIncluders(details, others, cure), details, ...(others > 0 && { others }) };
  return new Rejection('breaking_change', extras);
}

const forceCure = (label: string): string =>
  label === '' ? 'Set force to true to publish anyway.' : `Set force to true to move ${label} anyway.`;

const rejectProtected = ({ labels }: LabelsProtected): Rejection =>
  new Rejection('label_protected', {
    sentence: protectedLabels(labels),
    details: labels.map((label) => ({ path: label, problem: 'protected', message: protectedLabels([label]) })),
  });

/** The names, and how many others there are. */
function rejectIncluded({ includers, count }: IncludedBy, prompt: string): Rejection {
  const others = count - includers.length;
  const detail = (path: string, message: string): ProblemDetail => ({ path, problem: 'included', message });
  const details = includers.map((name) => detail(name, `${name} includes this prompt.`));
  return new Rejection('included_by', {
    sentence: `${prompt} is included by ${printList(includers, 'and', count)}. Change ${count === 1 ? 'it' : 'them'} first.`,
    details: others === 0 ? details : [...details, detail('', `${others} other prompts include it, too.`)],
  });
}

/** More edits would suggest any other prompt of the same folder. */
const EDITS_MAX = 3;

function findMeant(name: string, names: readonly string[]): string | undefined {
  const similar = nearest(name, names, Math.min(EDITS_MAX, allowedDistance(name)));
  return similar ?? names.find((other) => other.endsWith(`/${name}`));
}

async function listNeighbors(
  reference: string,
  owner: AccountId,
  listNeighboringNames: ListNeighboringNames,
): Promise<readonly string[]> {
  const name = parsePromptName(reference);
  if (!name) return [];
  return listNeighboringNames.execute(owner, name).catch((error: unknown) => {
    // The suggestion is not worth a 503.
    if (error instanceof StorageUnavailable) return [];
    throw error;
  });
}
