import type { DisablingProblem } from '../../domain/webhooks/webhook.ts';
import { type Finding, ok, warning } from '../ports/diagnosis.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

const CHECK = 'webhooks';

const REASONS: Readonly<Record<DisablingProblem, string>> = {
  endpoint_gone: 'responded 410',
  failing: 'accepted nothing for five days',
  secret_lost: 'lost their secret with the keyring',
};

/** Reports webhooks that were disabled because of a problem. */
export async function webhookFinding(webhooks: Pick<Webhooks, 'countDisabled'>): Promise<Finding> {
  try {
    const counts = await webhooks.countDisabled();
    const parts = Array.from(counts, ([problem, count]) => `${count} ${REASONS[problem]}`);
    if (parts.length === 0) return ok(CHECK, 'no webhook is disabled because of a problem');
    return warning(CHECK, `webhooks were disabled: ${parts.join(', ')}`, CURE);
  } catch {
    return warning(CHECK, 'webhooks could not be read', 'run this command as the user of the service');
  }
}

const CURE = 'their owners find them in the dashboard, and enable them there or replace the secret';
