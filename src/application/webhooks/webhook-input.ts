import type { ChangeType } from '../../domain/changes/change.ts';
import { FILTER_LABELS_MAX, FILTER_PROMPTS_MAX, parsePromptSelector } from '../../domain/changes/change-filter.ts';
import { type Label, labelProblem } from '../../domain/naming/label.ts';
import type { Problem, ProblemCode } from '../../domain/problem.ts';
import { isDescription } from '../../domain/prompts/prompt.ts';
import type { WebhookSettings } from '../../domain/webhooks/webhook.ts';
import { webhookUrlProblem } from '../../domain/webhooks/webhook-url.ts';

/** Settings as a caller sends them; fields left out stay as they are. */
export interface WebhookInput {
  readonly url?: string | undefined;
  readonly types?: readonly ChangeType[] | undefined;
  readonly prompts?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

export type ParsedSettings = { readonly [Field in keyof WebhookSettings]: WebhookSettings[Field] | undefined };

/** The parsed fields, or all problems together. */
export function parseWebhookInput(input: WebhookInput): ParsedSettings | readonly Problem[] {
  const { url, types, prompts = [], labels = [], description = '' } = input;
  const urlProblem = url === undefined ? undefined : webhookUrlProblem(url);
  const problems: readonly Problem[] = [
    ...(urlProblem ? [{ path: 'url', problem: urlProblem }] : []),
    ...problemsOf('prompts', prompts, FILTER_PROMPTS_MAX, (text) =>
      parsePromptSelector(text) ? undefined : 'malformed',
    ),
    ...problemsOf('labels', labels, FILTER_LABELS_MAX, labelProblem),
    ...(isDescription(description) ? [] : [{ path: 'description', problem: 'too-long' as const }]),
  ];
  if (problems.length > 0) return problems;
  return {
    url,
    types: types && [...new Set(types)],
    prompts: input.prompts && [...new Set(prompts)],
    labels: input.labels && ([...new Set(labels)] as Label[]),
    description: input.description,
  };
}

function problemsOf(
  path: string,
  texts: readonly string[],
  most: number,
  problemOf: (text: string) => ProblemCode | undefined,
): readonly Problem[] {
  if (texts.length > most) return [{ path, problem: 'too-many', text: `must have at most ${most} entries` }];
  return texts.flatMap((text, index) => {
    const problem = problemOf(text);
    return problem === undefined ? [] : [{ path: `${path}.${index}`, problem }];
  });
}
