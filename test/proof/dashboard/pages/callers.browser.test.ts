import { expect, it } from 'vitest';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { publishPrompt } from '../../../adapters/dashboard/browser/open-prompt-page.ts';
import type { User } from '../../../support/browser/dashboard-site.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { aBatch, aCaller } from '../../../support/builders/some-usage.ts';
import { connectTo } from '../../../support/storage/backends.ts';

onOneDeployment('the callers of an account', (dashboard) => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  /** Records callers through the port that the service uses, seen this many minutes ago. */
  async function recordCallers({ userId }: User, minutes: readonly number[]): Promise<void> {
    const { usage, close } = await connectTo(dashboard.site.storage.url);
    const callers = minutes.map((each, index) =>
      aCaller(minutesAgo(each), { name: `app-${index + 1}`, address: `10.0.0.${index + 1}` }),
    );
    await usage.apply(aBatch(userId as AccountId, { callers })).finally(close);
  }

  async function openResetDialog(user: User) {
    const { page } = await dashboard.signIn('/settings?tab=api-keys', user);
    await page.getByRole('button', { name: 'Reset key' }).click();
    return page.getByRole('dialog');
  }

  it('are named before a reset of the key, if they used it in the last 24 hours', async () => {
    const user = await dashboard.site.createUser();
    const dialog = await openResetDialog(user);
    await dialog.getByText('No program used this key in the last 24 hours').waitFor();

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // The key was issued a moment ago: only callers since then have used it.
    await recordCallers(
      user,
      [-1, -1, -1, -1, -1, -1, -1, 60, 25 * 60].map((each, index) => each - index / 100),
    );
    await dialog.page().getByRole('button', { name: 'Reset key' }).click();

    await dialog.getByText(/^7 programs used this key in the last 24 hours .*: app-7 \(10\.0\.0\.7\), /).waitFor();
  });

  it('are shown with the version of a label, live', async () => {
    const { site } = dashboard;
    const user = await site.createUser();
    const version = (content: string) => ({ content, labels: ['production'] });
    const id = await publishPrompt(dashboard, user, 'support/reply', [version('Hello.')]);
    const read = async (name: string) => {
      const headers = { 'X-Client-Name': name };
      expect((await site.call(`prompts/${id}?label=production`, user.token, { headers })).status).toBe(200);
    };
    const { page } = await dashboard.signIn(`/prompts/${id}?tab=labels`, user);
    const card = page.getByRole('region', { name: 'production' });
    await card.getByText('No caller has read this label in the last 7 days').waitFor();

    await read('ci-runner');
    await read('web');
    await card.getByText('2 of 2 callers have version 1').waitFor();

    await publishPrompt(dashboard, user, 'support/reply', [version('Hello again.')]);
    await read('web');

    await card
      .getByText(/^1 of 2 callers has version 2; ci-runner \(127\.0\.0\.1\) last got version 1 at \d\d:\d\d$/)
      .waitFor();
  });
});
