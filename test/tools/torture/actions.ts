import { type Exchange, type History, PASSWORD, PROMPT_PATH } from './checker/history.ts';
import type { LabelName, LabelPlaces, PromptEvent } from './checker/prompt-register.ts';

/** The service that gets the request, and how long the client waits. */
export interface SendOptions {
  readonly service: number;
  readonly timeoutMs?: number | undefined;
  /** How long after its head the body is sent. */
  readonly bodyDelayMs?: number | undefined;
}

export const statusOf = ({ result }: Exchange): number | undefined =>
  result.kind === 'responded' ? result.status : undefined;
const bodyOf = ({ result }: Exchange) => (result.kind === 'responded' ? result.body : {});

/** Each function sends one request and records the result in the history. */
export async function verify(history: History, { service, timeoutMs }: SendOptions, key: string): Promise<Exchange> {
  const exchange = await history.send(service, { method: 'GET', path: '/api/auth/token', key }, timeoutMs);
  const status = statusOf(exchange);
  if (status === 200 && bodyOf(exchange).token !== key) history.failures.push('verify returned another key');
  else if (status !== undefined && status !== 200 && status !== 401) history.recordUnexpected('verify', exchange);
  else history.recordKeyUse(exchange, key);
  return exchange;
}

export async function reset(history: History, { service, timeoutMs }: SendOptions, key: string): Promise<void> {
  const exchange = await history.send(service, { method: 'DELETE', path: '/api/auth/token', key }, timeoutMs);
  const { token } = bodyOf(exchange);
  if (exchange.result.kind === 'not-sent') return;
  if (exchange.result.kind === 'unknown') history.recordKeyEvent(exchange, { kind: 'reset', key, issued: 'unknown' });
  else if (statusOf(exchange) === 200 && token !== undefined) {
    history.recordKeyEvent(exchange, { kind: 'reset', key, issued: token });
    history.addKey(token);
    history.currentKey = token;
  } else if (statusOf(exchange) === 401) {
    history.recordKeyEvent(exchange, { kind: 'reset', key, issued: undefined });
    if (key === history.currentKey) history.needsSignIn = true;
  } else history.recordUnexpected('reset', exchange);
}

/** Returns the key, or undefined if the sign-in failed. */
export async function signIn(history: History, { service, timeoutMs }: SendOptions): Promise<string | undefined> {
  const body = { email: history.account.email, password: PASSWORD };
  const exchange = await history.send(service, { method: 'POST', path: '/api/auth/token', body }, timeoutMs);
  const { token } = bodyOf(exchange);
  if (statusOf(exchange) === 200 && token !== undefined) {
    history.recordKeyEvent(exchange, { kind: 'sign-in', key: token });
    history.addKey(token);
    history.currentKey = token;
    history.needsSignIn = false;
    return token;
  }
  // 429: too many passwords are being hashed. This response reveals nothing about the key.
  if (statusOf(exchange) !== 429) history.recordUnexpected('sign-in', exchange);
  return undefined;
}

export type PublishBy = 'PUT' | 'POST';

export async function publish(
  history: History,
  { service, timeoutMs, bodyDelayMs }: SendOptions,
  by: PublishBy,
  labels: readonly LabelName[],
): Promise<void> {
  const key = history.currentKey;
  const content = `content ${history.publications.length + 1} of ${history.name}`;
  // Recorded before the response arrives, so that no other client publishes the same content.
  const index = history.publications.push({ content, key, labels, outcome: 'unknown', calledAt: 0, returnedAt: 0 }) - 1;
  const path = by === 'PUT' ? PROMPT_PATH : `${PROMPT_PATH}/versions`;
  const request = { method: by, path, key, body: { content, labels }, bodyDelayMs };
  const exchange = await history.send(service, request, timeoutMs);
  history.recordKeyUse(exchange, key);
  const outcome = publishOutcome(exchange, content);
  history.publications[index] = {
    content,
    key,
    labels,
    outcome,
    calledAt: exchange.sentAt,
    returnedAt: exchange.returnedAt,
  };
  if (isRefused(exchange)) {
    history.recordPromptEvent(exchange, { kind: 'refused-publish', labels }, key);
  } else if (outcome === 'rejected' && statusOf(exchange) !== 401 && !isConflict(exchange)) {
    history.recordUnexpected(`publish with ${by}`, exchange);
  }
}

function publishOutcome(exchange: Exchange, content: string): number | 'unknown' | 'rejected' {
  if (exchange.result.kind === 'unknown') return 'unknown';
  const { data } = bodyOf(exchange);
  const succeeded = statusOf(exchange) === 200 || statusOf(exchange) === 201;
  return succeeded && data?.version !== undefined && data.content === content ? data.version : 'rejected';
}

export type Moved = Pick<Extract<PromptEvent, { kind: 'move' }>, 'label' | 'version' | 'by'>;

export async function move(
  history: History,
  { service, timeoutMs, bodyDelayMs }: SendOptions,
  label: LabelName,
  version: number,
): Promise<void> {
  const key = history.currentKey;
  const path = `${PROMPT_PATH}/labels/${label}`;
  const request = { method: 'PUT', path, key, body: { version }, bodyDelayMs } as const;
  const exchange = await history.send(service, request, timeoutMs);
  history.recordKeyUse(exchange, key);
  recordMove(history, exchange, { label, version }, key);
}

export function recordMove(history: History, exchange: Exchange, moved: Moved, key?: string): void {
  const { label, version } = moved;
  const record = (outcome: 'moved' | 'no-such-version' | 'conflict' | 'protected') =>
    history.recordPromptEvent(exchange, { kind: 'move', ...moved, outcome }, key);
  if (exchange.result.kind === 'unknown') record('moved');
  else if (statusOf(exchange) === 200 && bodyOf(exchange).data?.version === version) record('moved');
  else if (statusOf(exchange) === 404 && bodyOf(exchange).code === 'version_not_found') record('no-such-version');
  else if (isConflict(exchange)) record('conflict');
  else if (isRefused(exchange) && moved.by !== 'dashboard') record('protected');
  else if (statusOf(exchange) !== 401) history.recordUnexpected(`move of ${label} to ${version}`, exchange);
}

export async function read(history: History, { service, timeoutMs }: SendOptions, label: LabelName): Promise<Exchange> {
  const key = history.currentKey;
  const exchange = await history.send(
    service,
    { method: 'GET', path: `${PROMPT_PATH}?label=${label}`, key },
    timeoutMs,
  );
  history.recordKeyUse(exchange, key);
  const { data, code } = bodyOf(exchange);
  const status = statusOf(exchange);
  const { latestVersion, version, content } = data ?? {};
  const labels = Array.isArray(data?.labels) ? undefined : (data?.labels as LabelPlaces | undefined);
  if (status === 404 && code === 'label_not_found') {
    history.recordPromptEvent(exchange, { kind: 'read', label, seen: undefined }, key);
  } else if (
    latestVersion !== undefined &&
    content !== undefined &&
    version !== undefined &&
    labels?.[label] === version
  ) {
    history.recordPromptEvent(exchange, { kind: 'read', label, seen: { latest: latestVersion, labels } }, key);
    history.reads.push({ version, content });
  } else if (status !== 401) history.recordUnexpected(`read of ${label}`, exchange);
  return exchange;
}

const isRejected = (exchange: Exchange, code: string): boolean =>
  statusOf(exchange) === 409 && bodyOf(exchange).code === code;

export const isConflict = (exchange: Exchange): boolean => isRejected(exchange, 'conflict');

const isRefused = (exchange: Exchange): boolean => isRejected(exchange, 'label_protected');
