import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { DashboardSite } from '../../../support/browser/dashboard-site.ts';
import {
  onEveryDeployment,
  onOneDeployment,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'a long enough secret' };

/** A new site, because a storage has only one first account. */
async function openEmptySite({
  deployment,
}: TestDashboard): Promise<{ readonly site: DashboardSite; readonly token: string }> {
  const site = await DashboardSite.open(deployment);
  onTestFinished(() => site.dispose());
  const [, token] = /\/dashboard\/setup#(\S+)$/m.exec(site.service.messages) ?? [];
  if (!token) throw new Error(`no setup link in the banner:\n${site.service.messages}`);
  return { site, token };
}

onEveryDeployment('the first account', (dashboard) => {
  it('is created with the link in the banner, which works only once', async () => {
    const { site, token } = await openEmptySite(dashboard);
    const { page, goTo, submitAccount } = await dashboard.openWindow(site);

    await goTo(`/setup#${token}`);
    await submitAccount(ADA);
    await page.getByRole('button', { name: `Account of ${ADA.name}` }).waitFor();

    const second = await dashboard.openWindow(site);
    await second.goTo(`/setup#${token}`);
    await second.page.getByRole('heading', { name: 'already set up' }).waitFor();
  });
});

onOneDeployment('the setup page', (dashboard) => {
  it('rejects a forged token', async () => {
    const { site } = await openEmptySite(dashboard);
    const { page, goTo, submitAccount } = await dashboard.openWindow(site);

    await goTo('/setup#made-up');
    await submitAccount(ADA);

    await page.getByRole('heading', { name: 'The setup link is not valid' }).waitFor();
  });
});

/** Runs commands as a newcomer pastes them. They come through standard input, because arguments are visible to everyone. */
async function runInShell(commands: readonly string[]): Promise<string> {
  const running = promisify(execFile)('sh', ['-eu'], { env: { PATH: process.env['PATH'] } });
  running.child.stdin?.end(commands.join('\n'));
  return (await running).stdout;
}

onOneDeployment('a newcomer', (dashboard) => {
  it('makes the first call with at most 12 clicks and fields after the setup link, and sees each step tick', async () => {
    const { site, token } = await openEmptySite(dashboard);
    const window = await dashboard.openWindow(site);
    const { page } = window;
    let inputs = 0;
    const click = (target: Locator) => {
      inputs += 1;
      return target.click();
    };
    const fill = (target: Locator, text: string) => {
      inputs += 1;
      return target.fill(text);
    };
    await window.goTo(`/setup#${token}`);
    await fill(page.getByRole('textbox', { name: 'Name' }), ADA.name);
    await fill(page.getByLabel('E-mail'), ADA.email);
    await fill(page.getByLabel('Password', { exact: true }), ADA.password);
    await click(page.getByRole('button', { name: 'Create account' }));

    const steps = page.getByRole('region', { name: 'Make your first API call' });
    await steps.getByText('0 of 3 steps done').waitFor();
    await click(steps.getByRole('button', { name: 'Copy Command with your API key' }));
    await steps.getByText('1 of 3 steps done').waitFor();
    const setKey = await window.readClipboard();
    const [, key = ''] = /^export PROMPTHOLD_KEY='(ph_\w+)'$/.exec(setKey) ?? [];
    expect(key).not.toBe('');
    expect(await page.content()).not.toContain(key);

    await click(steps.getByRole('button', { name: 'New prompt' }));
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    await fill(dialog.getByRole('textbox', { name: 'Name' }), 'support/greeting');
    await fill(dialog.getByRole('textbox', { name: 'Content' }), 'Hello {{name}}');
    await click(dialog.getByRole('button', { name: 'Create prompt' }));
    await page.getByRole('heading', { name: 'support/greeting', level: 1 }).waitFor();
    await click(page.getByRole('link', { name: 'Overview', exact: true }));
    await steps.getByText('2 of 3 steps done').waitFor();
    await steps.getByText('Waiting for the first call…').waitFor();
    await click(steps.getByRole('button', { name: 'Copy First call' }));
    const call = await window.readClipboard();

    const failed = await runInShell([setKey, call.replace('greeting', 'greetin')]);
    expect(JSON.parse(failed)).toMatchObject({ code: 'prompt_not_found' });
    await steps.getByText('Your key works, but the call failed.').waitFor();
    const response = await runInShell([setKey, call]);
    expect(JSON.parse(response).data).toMatchObject({ name: 'support/greeting', content: 'Hello {{name}}' });
    await page.getByRole('region', { name: 'You’re all set' }).getByText('3 of 3 steps done').waitFor();
    expect(inputs).toBeLessThanOrEqual(12);

    await page.reload();
    await page.getByText('Calls per day by status').waitFor();
    expect(await page.getByText('steps done').count()).toBe(0);
  });
});
