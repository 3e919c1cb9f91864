import type { OpenedAccount } from '../../support/service/open-account.ts';
import { sendOk } from '../../support/service/send-ok.ts';

/** Calls the API as an account. Throws unless the call succeeds. */
export async function call(url: string, { token: key }: OpenedAccount, method: string, path: string, json?: object) {
  return (await sendOk(url, { method, path, key, json })).text();
}

export const PROMPTS_USED = 4;

/** A few prompts of every sort, with versions, labels, a rolled back one and includes. */
export async function usePrompts(url: string, account: OpenedAccount): Promise<void> {
  const api = (method: string, path: string, body?: object) => call(url, account, method, `/api/prompts${path}`, body);
  await api('PUT', '/mail%2Fgreeting', { content: 'Dear {{name}} \u{1F981},', tags: ['mail'], labels: ['production'] });
  await api('POST', '/mail%2Fgreeting/versions', { content: 'Hello {{name}}\n"there"', message: 'shorter' });
  await api('PUT', '/mail%2Fgreeting/labels/production', { version: 2 });
  await api('POST', '/mail%2Fgreeting/labels/production/rollback');
  await api('PUT', '/letter', {
    content: '{{> mail/greeting}} {{#items}}{{.}}{{/items}}',
    config: { model: 'm', n: 1.5 },
  });
  await api('PUT', '/talk', { messages: [{ role: 'user', content: 'Hi {{who}}' }, { placeholder: 'rest' }] });
  await api('PATCH', '/talk', { archived: true, description: 'Said once.' });
  for (let version = 1; version <= 60; version += 1) await api('PUT', '/often', { content: `take ${version}` });
  await api('GET', '/mail%2Fgreeting?label=production');
  await api('POST', '/letter/render', { variables: { name: 'Ada', items: ['a'] } });
}
