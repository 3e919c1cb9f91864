import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { BrowserWindow } from './browser-window.ts';
import { launchChromium } from './chromium.ts';
import { DashboardSite, type SessionCookie, type User } from './dashboard-site.ts';
import { type Deployment, everyDeployment, oneDeployment } from './deployments.ts';

/** A running dashboard, and browser windows for it. */
export interface TestDashboard {
  readonly site: DashboardSite;
  readonly deployment: Deployment;
  /** With its own cookies and storage. Closed after the test, which fails if a page violated a rule. */
  openWindow(site?: DashboardSite, options?: BrowserContextOptions): Promise<BrowserWindow>;
  /** Opens the page with this path, signed in as this user or a new one, with this session or a new one. */
  signIn(path: string, user?: User, session?: SessionCookie): Promise<SignedInWindow>;
}

export interface SignedInWindow {
  readonly window: BrowserWindow;
  readonly page: Page;
  readonly user: User;
}

type Tests = (dashboard: TestDashboard) => void;

/** For what depends on the storage, the address or a secure context: cookies, links, files and the clipboard. */
export const onEveryDeployment = (subject: string, tests: Tests): void =>
  onDeployments(subject, tests, everyDeployment);

/** For everything that the pages do alone. */
export const onOneDeployment = (subject: string, tests: Tests): void => onDeployments(subject, tests, oneDeployment);

/** One browser for all tests, and one service per deployment. */
function onDeployments(subject: string, tests: Tests, deployments: readonly Deployment[]): void {
  describe(subject, () => {
    let browser: Browser | undefined;
    const launched = (): Browser => browser ?? fail('the browser');
    beforeAll(async () => {
      browser = await launchChromium(inject('chromiumPath'));
    });
    afterAll(() => browser?.close());

    describe.each(deployments)('$name', (deployment) => {
      tests(setUpDashboard(deployment, launched));
    });
  });
}

function setUpDashboard(deployment: Deployment, browser: () => Browser): TestDashboard {
  let opened: DashboardSite | undefined;
  const windows: BrowserWindow[] = [];
  beforeAll(async () => {
    opened = await DashboardSite.open(deployment);
  });
  afterAll(() => opened?.dispose());
  afterEach(async () => {
    const finished = windows.splice(0);
    await Promise.all(finished.map(({ context }) => context.close()));
    expect(finished.flatMap(({ violations }) => violations)).toEqual([]);
  });

  const dashboard: TestDashboard = {
    deployment,
    get site() {
      return opened ?? fail('the site');
    },
    openWindow: async (site = dashboard.site, options) => {
      const window = await BrowserWindow.open(browser(), site.url, options);
      windows.push(window);
      return window;
    },
    signIn: async (path, given, session) => {
      const user = given ?? (await dashboard.site.createUser());
      const window = await dashboard.openWindow();
      await window.context.addCookies([session ?? (await dashboard.site.startSession(user))]);
      await window.goTo(path);
      await window.page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
      return { window, page: window.page, user };
    },
  };
  return dashboard;
}

function fail(what: string): never {
  throw new Error(`${what} exists only while a test runs`);
}
