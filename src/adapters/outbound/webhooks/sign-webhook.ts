import { createHmac } from 'node:crypto';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';

/** The headers by which a receiver recognizes a message, by Standard Webhooks 1.0.0. */
export function signWebhook(
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly WebhookSecret[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: WebhookSecret): string =>
    `v1,${createHmac('sha256', secret.bytes()).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') };
}
