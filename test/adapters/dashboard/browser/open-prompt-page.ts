import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { SessionCookie, User } from '../../../support/browser/dashboard-site.ts';
import type { SignedInWindow, TestDashboard } from '../../../support/browser/on-every-deployment.ts';

export interface PromptWindow extends SignedInWindow {
  readonly id: string;
}

/** A user with one session for all tests of a suite, because both take a while. */
export function shareUser(dashboard: TestDashboard) {
  let user: User;
  let session: SessionCookie;
  beforeAll(async () => {
    user = await dashboard.site.createUser();
    session = await dashboard.site.startSession(user);
  });
  return {
    get user() {
      return user;
    },
    publish: (name: string, ...versions: VersionBody[]) => publishPrompt(dashboard, user, name, versions),
    open: (path: string) => dashboard.signIn(path, user, session),
  };
}

/** A version as the API accepts it; a text may be given alone. */
type VersionBody = string | Readonly<Record<string, unknown>>;

/** Publishes these versions of a prompt and returns its id. */
export async function publishPrompt(
  { site }: TestDashboard,
  user: User,
  name: string,
  versions: readonly VersionBody[],
): Promise<string> {
  let id = '';
  for (const version of versions) {
    const body = typeof version === 'string' ? { content: version } : version;
    const response = await site.call(`prompts/${encodeURIComponent(name)}`, user.token, { method: 'PUT', body });
    if (!response.ok) throw new Error(`not published: ${response.status} ${await response.text()}`);
    id = ((await response.json()) as { data: { id: string } }).data.id;
  }
  return id;
}

/** Opens the page of a new user's prompt with these versions. */
export async function openPromptPage(
  dashboard: TestDashboard,
  ...versions: readonly VersionBody[]
): Promise<PromptWindow> {
  const user = await dashboard.site.createUser();
  const id = await publishPrompt(dashboard, user, 'support/greeting', versions);
  return { ...(await dashboard.signIn(`/prompts/${id}`, user)), id };
}

export const templateEditor = (page: Page) => page.getByRole('textbox', { name: 'Template' });

/** Types at the end of the template, key by key. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await templateEditor(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}
