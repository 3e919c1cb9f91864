import type { z } from 'zod';
import type { webhook } from '../../../../api/webhooks/webhook-operations.ts';

/** A webhook, as the API returns it. */
type DescribedWebhook = z.infer<typeof webhook>;

type Outcomes = Pick<DescribedWebhook, 'enabled' | 'problem' | 'lastSuccessAt' | 'lastFailureAt'>;

export function describeState({ enabled, problem, lastSuccessAt, lastFailureAt }: Outcomes) {
  if (!enabled) return { label: 'Disabled', color: problem === null ? 'gray' : 'red' };
  const isFailing = lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt);
  return isFailing ? { label: 'Failing', color: 'orange' } : { label: 'Enabled', color: 'green' };
}

const PROBLEMS = {
  events_skipped:
    'Some events were deleted before they could be delivered. Reload everything in the receiver, then enable the webhook to clear this notice.',
  endpoint_gone: 'Disabled because the receiver responded 410 Gone.',
  failing: 'Disabled because no delivery succeeded for five days.',
  secret_lost: 'Disabled because its secret was lost with this server’s keyring. Rotate the secret to enable it.',
} as const;

export const describeWebhookProblem = (problem: NonNullable<DescribedWebhook['problem']>): string => PROBLEMS[problem];

/** Describes what the webhook delivers in a few words. */
export function describeFilters({
  types,
  prompts,
  labels,
}: Pick<DescribedWebhook, 'types' | 'prompts' | 'labels'>): string {
  const parts = [
    types.length > 0 ? types.join(', ') : labels.length > 0 ? 'label.moved' : 'All changes',
    ...(prompts.length > 0 ? [`of ${prompts.join(', ')}`] : []),
    ...(labels.length > 0 ? [`label ${labels.join(', ')}`] : []),
  ];
  return parts.join(' · ');
}
