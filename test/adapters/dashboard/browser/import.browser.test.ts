import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/imports');

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const choose = (page: Page, ...files: readonly ReturnType<typeof file>[]) =>
  page.getByLabel('Files to import').setInputFiles([...files]);

/** A request to import is a mistake until the user has confirmed what the page shows. */
function watchImports(page: Page): readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/dashboard/api/import')) urls.push(request.url());
  });
  return urls;
}

onOneDeployment('the import page', (dashboard) => {
  it('imports files of another tool after showing what gets lost', async () => {
    const { page, user } = await dashboard.signIn('/prompts');
    const requests = watchImports(page);

    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Import prompts', level: 1 }).waitFor();
    await choose(
      page,
      file('greeting.prompt', '---\nmodel: m\ntoolDefs: []\n---\nHello {{name}}!'),
      file('adult.prompt', 'User: {% if age >= 18 %}Hi{% endif %}'),
      file('notes.txt', 'Buy milk'),
    );
    await page.getByRole('textbox', { name: 'Folder' }).fill('Not valid');
    await page.getByText('use / between up to 4 folders').waitFor();
    await page.getByRole('textbox', { name: 'Folder' }).fill('from/genkit');
    await page.getByRole('textbox', { name: 'Label' }).fill('production');

    await page.getByText('greeting.prompt:3 toolDefs: definitions of tools are lost').waitFor();
    await page.getByText('not convertible: adult.prompt:1 {% if age >= 18 %}').waitFor();
    await page.getByText('notes.txt: is in an unknown format. Choose the format above if you know it.').waitFor();
    await page.getByRole('row', { name: 'from/genkit/greeting text 1 production' }).waitFor();
    expect(requests).toEqual([]);

    await button(page, 'Import 1 prompt').click();
    await page.getByText('1 created').waitFor();
    const response = await dashboard.site.call('prompts/from%2Fgenkit%2Fgreeting', user.token);
    expect(await response.json()).toMatchObject({
      data: { content: 'Hello {{name}}!', config: { model: 'm' }, labels: { production: 1 } },
    });
  });

  it('takes a folder, with files that refer to each other', async () => {
    const { page, user } = await dashboard.signIn('/prompts/import');

    await page.getByLabel('Folder to import').setInputFiles(join(FIXTURES, 'dotprompt'));
    await button(page, 'Import 4 prompts').click();
    await page.getByText('4 created').waitFor();

    const variables = { company: 'Acme', question: 'When?', orders: [{ id: 'a', total: 3 }], refundDays: '14' };
    const response = await dashboard.site.call('prompts/support-reply/render', user.token, {
      method: 'POST',
      body: { variables, placeholders: { history: [] } },
    });
    expect(await response.json()).toMatchObject({
      data: {
        messages: [
          { role: 'system', content: '\nYou answer for Acme.\nRefunds take 14 days.\n- order a: 3 EUR\n' },
          { role: 'user', content: '\nWhen?' },
        ],
      },
    });
  });

  it('takes back an export', async () => {
    const { page, user } = await dashboard.signIn('/prompts');
    await dashboard.site.call('prompts', user.token, { method: 'POST', body: { name: 'a/b', content: 'One {{x}}' } });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export', exact: true }).click(),
    ]);
    const exported = await readFile(await download.path(), 'utf8');
    await dashboard.site.call('prompts/a%2Fb', user.token, { method: 'DELETE' });

    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await choose(page, file('prompts.json', exported));
    await button(page, 'Import 1 prompt').click();
    await page.getByText('1 created').waitFor();

    const response = await dashboard.site.call('prompts/a%2Fb', user.token);
    expect(await response.json()).toMatchObject({ data: { content: 'One {{x}}' } });
  });
});
