import { isConflict, recordMove, type SendOptions, statusOf } from './actions.ts';
import { LIVE } from './checker/check-releases.ts';
import { type Exchange, type History, PASSWORD, PROMPT } from './checker/history.ts';
import { isLabelName, type LabelName } from './checker/prompt-register.ts';

const DASHBOARD_PROMPT_PATH = `/dashboard/api/prompts/${PROMPT}`;

/** Signs in to the dashboard, unless the account has a session. Returns its cookie, or undefined if that failed. */
export async function obtainSession(
  history: History,
  { service, timeoutMs }: SendOptions,
): Promise<string | undefined> {
  if (history.cookie !== undefined) return history.cookie;
  const body = { email: history.account.email, password: PASSWORD };
  const request = { method: 'POST', path: '/dashboard/api/session', body } as const;
  const exchange = await history.send(service, request, timeoutMs);
  if (exchange.result.kind !== 'responded') return undefined;
  // 429: too many passwords are being hashed.
  if (statusOf(exchange) !== 200 && statusOf(exchange) !== 429) history.recordUnexpected('session', exchange);
  history.cookie = exchange.result.cookie;
  return history.cookie;
}

/** Sessions may end, after which the next action starts another one. */
export function isEnded(history: History, exchange: Exchange): boolean {
  if (statusOf(exchange) !== 401) return false;
  history.cookie = undefined;
  return true;
}

/** Sets the protected labels of the account, to which one always belongs. */
export async function protect(history: History, options: SendOptions, labels: readonly LabelName[]): Promise<void> {
  const cookie = await obtainSession(history, options);
  if (cookie === undefined) return;
  const request = {
    method: 'PUT',
    path: '/dashboard/api/protected-labels',
    cookie,
    body: { labels: [...labels, LIVE] },
  } as const;
  const exchange = await history.send(options.service, request, options.timeoutMs);
  const { result } = exchange;
  if (result.kind === 'not-sent' || isEnded(history, exchange) || isConflict(exchange)) return;
  if (result.kind === 'responded' && result.status !== 200) return history.recordUnexpected('protect', exchange);
  history.recordPromptEvent(exchange, { kind: 'protect', labels });
}

/** Moves a label as a person does, protected or not. */
export async function moveInDashboard(
  history: History,
  options: SendOptions,
  label: LabelName,
  version: number,
): Promise<void> {
  const cookie = await obtainSession(history, options);
  if (cookie === undefined) return;
  const path = `${DASHBOARD_PROMPT_PATH}/labels/${label}`;
  const exchange = await history.send(
    options.service,
    { method: 'PUT', path, cookie, body: { version } },
    options.timeoutMs,
  );
  if (!isEnded(history, exchange)) recordMove(history, exchange, { label, version, by: 'dashboard' });
}

/** Reads the protected labels of the account with the key. */
export async function readProtection(history: History, { service, timeoutMs }: SendOptions): Promise<Exchange> {
  const key = history.currentKey;
  const exchange = await history.send(service, { method: 'GET', path: '/api/protected-labels', key }, timeoutMs);
  const { result } = exchange;
  history.recordKeyUse(exchange, key);
  const { labels } = (result.kind === 'responded' ? result.body.data : undefined) ?? {};
  if (Array.isArray(labels)) {
    const event = { kind: 'read-protection', labels: labels.filter(isLabelName) } as const;
    history.recordPromptEvent(exchange, event, key);
  } else if (statusOf(exchange) !== 401) history.recordUnexpected('read of the protected labels', exchange);
  return exchange;
}
