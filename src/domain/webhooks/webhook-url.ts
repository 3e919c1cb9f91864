export const WEBHOOK_URL_CHARACTERS_MAX = 2048;

export type WebhookUrlProblem = 'too-long' | 'malformed' | 'other-scheme' | 'user-info';

/** Why a webhook cannot have this URL, whatever its host resolves to; undefined when it can. */
export function webhookUrlProblem(text: string): WebhookUrlProblem | undefined {
  if (text.length > WEBHOOK_URL_CHARACTERS_MAX) return 'too-long';
  // A URL parser removes line breaks and tabs silently, so that the host could be another than the one a person reads.
  const url = /[\s\p{Cc}\\]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'malformed';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'other-scheme';
  return url.username || url.password ? 'user-info' : undefined;
}
