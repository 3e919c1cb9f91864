import { type Asked, type History, PASSWORD, PROMPT_PATH } from './judge/history.ts';
import type { LabelName } from './judge/prompt-register.ts';

/** How long a client waits, and where it asks. */
export interface Where {
  readonly service: number;
  readonly timeoutMs?: number | undefined;
}

const statusOf = ({ answer }: Asked): number | undefined => (answer.kind === 'answered' ? answer.status : undefined);
const bodyOf = ({ answer }: Asked) => (answer.kind === 'answered' ? answer.body : {});

/** Each asks for one thing, and writes down what came of it. */
export async function verify(history: History, { service, timeoutMs }: Where, key: string): Promise<Asked> {
  const asked = await history.ask(service, { method: 'GET', path: '/api/auth/token', key }, timeoutMs);
  const status = statusOf(asked);
  if (status === 200 && bodyOf(asked).token !== key) history.failures.push('verify told another key');
  else if (status !== undefined && status !== 200 && status !== 401) history.unexpected('verify', asked);
  else history.recordUse(asked, key);
  return asked;
}

export async function reset(history: History, { service, timeoutMs }: Where, key: string): Promise<void> {
  const asked = await history.ask(service, { method: 'DELETE', path: '/api/auth/token', key }, timeoutMs);
  const { token } = bodyOf(asked);
  if (asked.answer.kind === 'not-sent') return;
  if (asked.answer.kind === 'unknown') history.recordKey(asked, { kind: 'reset', key, issued: 'unknown' });
  else if (statusOf(asked) === 200 && token !== undefined) {
    history.recordKey(asked, { kind: 'reset', key, issued: token });
    history.learn(token);
    history.currentKey = token;
  } else if (statusOf(asked) === 401) {
    history.recordKey(asked, { kind: 'reset', key, issued: undefined });
    if (key === history.currentKey) history.needsSignIn = true;
  } else history.unexpected('reset', asked);
}

/** The key that was told. */
export async function signIn(history: History, { service, timeoutMs }: Where): Promise<string | undefined> {
  const body = { email: history.account.email, password: PASSWORD };
  const asked = await history.ask(service, { method: 'POST', path: '/api/auth/token', body }, timeoutMs);
  const { token } = bodyOf(asked);
  if (statusOf(asked) === 200 && token !== undefined) {
    history.recordKey(asked, { kind: 'sign-in', key: token });
    history.learn(token);
    history.currentKey = token;
    history.needsSignIn = false;
    return token;
  }
  // Too many hash passwords at this moment: nothing was told, and nothing was promised.
  if (statusOf(asked) !== 429) history.unexpected('sign-in', asked);
  return undefined;
}

export type PublishBy = 'PUT' | 'POST';

export async function publish(
  history: History,
  { service, timeoutMs }: Where,
  by: PublishBy,
  labels: readonly LabelName[],
): Promise<void> {
  const key = history.currentKey;
  const content = `words ${history.publications.length + 1} of ${history.name}`;
  // Taken before the answer, so that the next client uses other words.
  const place = history.publications.push({ content, labels, outcome: 'unknown', call: 0, returned: 0 }) - 1;
  const path = by === 'PUT' ? PROMPT_PATH : `${PROMPT_PATH}/versions`;
  const asked = await history.ask(service, { method: by, path, key, body: { content, labels } }, timeoutMs);
  history.recordUse(asked, key);
  const outcome = publishedAs(asked, content);
  history.publications[place] = { content, labels, outcome, call: asked.call, returned: asked.returned };
  if (outcome === 'refused' && statusOf(asked) !== 401 && !isConflict(asked)) {
    history.unexpected(`publish with ${by}`, asked);
  }
}

function publishedAs(asked: Asked, content: string): number | 'unknown' | 'refused' {
  if (asked.answer.kind === 'unknown') return 'unknown';
  const { data } = bodyOf(asked);
  const succeeded = statusOf(asked) === 200 || statusOf(asked) === 201;
  return succeeded && data?.version !== undefined && data.content === content ? data.version : 'refused';
}

export async function move(
  history: History,
  { service, timeoutMs }: Where,
  label: LabelName,
  version: number,
): Promise<void> {
  const key = history.currentKey;
  const question = { method: 'PUT', path: `${PROMPT_PATH}/labels/${label}`, key, body: { version } } as const;
  const asked = await history.ask(service, question, timeoutMs);
  const { call, returned } = asked;
  history.recordUse(asked, key);
  const record = (outcome: 'moved' | 'no-such-version' | 'conflict') =>
    history.promptOperations.push({
      what: { kind: 'move', label, version, outcome },
      call,
      returned: asked.answer.kind === 'unknown' ? undefined : returned,
    });
  if (asked.answer.kind === 'unknown') record('moved');
  else if (statusOf(asked) === 200 && bodyOf(asked).data?.version === version) record('moved');
  else if (statusOf(asked) === 404 && bodyOf(asked).code === 'version_not_found') record('no-such-version');
  else if (isConflict(asked)) record('conflict');
  else if (statusOf(asked) !== 401) history.unexpected(`move of ${label} to ${version}`, asked);
}

export async function read(history: History, { service, timeoutMs }: Where, label: LabelName): Promise<Asked> {
  const key = history.currentKey;
  const asked = await history.ask(service, { method: 'GET', path: `${PROMPT_PATH}?label=${label}`, key }, timeoutMs);
  const { call, returned } = asked;
  history.recordUse(asked, key);
  const { data, code } = bodyOf(asked);
  const status = statusOf(asked);
  const { latestVersion, labels, version, content } = data ?? {};
  if (status === 404 && code === 'label_not_found') {
    history.promptOperations.push({ what: { kind: 'read', label, seen: undefined }, call, returned });
  } else if (
    latestVersion !== undefined &&
    content !== undefined &&
    version !== undefined &&
    labels?.[label] === version
  ) {
    history.promptOperations.push({
      what: { kind: 'read', label, seen: { latest: latestVersion, labels } },
      call,
      returned,
    });
    history.readings.push({ version, content });
  } else if (status !== 401) history.unexpected(`read of ${label}`, asked);
  return asked;
}

const isConflict = (asked: Asked): boolean => statusOf(asked) === 409 && bodyOf(asked).code === 'conflict';
