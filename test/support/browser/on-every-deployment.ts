import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, test as base, describe, expect, inject } from 'vitest';
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

/** One browser for all files of a worker, and one service per deployment: starting them takes longer than most tests. */
const test = base
  .extend('browser', { scope: 'worker' }, () => launchChromium(inject('chromiumPath')))
  .extend('openSite', { scope: 'worker' }, ({ browser }, { onCleanup }) => {
    const sites = new Map<string, Promise<DashboardSite>>();
    onCleanup(async () => {
      await browser.close();
      // The shared servers may have ended by now, and their databases with them.
      await Promise.allSettled(Array.from(sites.values(), async (site) => (await site).dispose()));
    });
    return (deployment: Deployment): Promise<DashboardSite> => {
      const site = sites.get(deployment.name) ?? DashboardSite.open(deployment);
      sites.set(deployment.name, site);
      return site;
    };
  });

function onDeployments(subject: string, tests: Tests, deployments: readonly Deployment[]): void {
  describe(subject, () => {
    describe.each(deployments)('$name', (deployment) => tests(setUpDashboard(deployment)));
  });
}

function setUpDashboard(deployment: Deployment): TestDashboard {
  let launched: Browser | undefined;
  let opened: DashboardSite | undefined;
  const windows: BrowserWindow[] = [];
  test.beforeAll(async ({ browser, openSite }) => {
    launched = browser;
    opened = await openSite(deployment);
  });
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
      const window = await BrowserWindow.open(launched ?? fail('the browser'), site.url, options);
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
