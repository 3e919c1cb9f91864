import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { Visitor } from './browser-window.ts';
import { launchChromium } from './chromium.ts';
import { DashboardSite, type Person } from './dashboard-site.ts';
import { type Setting, settings } from './deployments.ts';

/** What a test of the dashboard is given: a running site, and visitors for it. */
export interface Stage {
  readonly site: DashboardSite;
  readonly setting: Setting;
  /** With cookies and storage of its own. Gone after the test, which fails if the page did what no page may do. */
  visitor(site?: DashboardSite, options?: BrowserContextOptions): Promise<Visitor>;
  /** A visitor who has signed in as this person, or as somebody new, on the page with this path. */
  signedIn(path: string, person?: Person): Promise<SignedIn>;
}

export interface SignedIn {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly person: Person;
}

/** The same tests on every storage and behind every door, with one browser for the file and one service per setting. */
export function inEverySetting(subject: string, tests: (stage: Stage) => void, chosen = settings): void {
  describe(subject, () => {
    let browser: Browser | undefined;
    const launched = (): Browser => browser ?? fail('the browser');
    beforeAll(async () => {
      browser = await launchChromium(inject('chromiumPath'));
    });
    afterAll(() => browser?.close());

    describe.each(chosen)('$name', (setting) => {
      tests(stageFor(setting, launched));
    });
  });
}

function stageFor(setting: Setting, browser: () => Browser): Stage {
  let opened: DashboardSite | undefined;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    opened = await DashboardSite.open(setting);
  });
  afterAll(() => opened?.dispose());
  afterEach(async () => {
    const finished = visitors.splice(0);
    await Promise.all(finished.map(({ context }) => context.close()));
    expect(finished.flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  const stage: Stage = {
    setting,
    get site() {
      return opened ?? fail('the site');
    },
    visitor: async (site = stage.site, options) => {
      const visitor = await Visitor.of(browser(), site.url, options);
      visitors.push(visitor);
      return visitor;
    },
    signedIn: async (path, given) => {
      const person = given ?? (await stage.site.newPerson());
      const visitor = await stage.visitor();
      await stage.site.letIn(visitor.context, person);
      await visitor.goTo(path);
      await visitor.page.getByRole('button', { name: `Account of ${person.name}` }).waitFor();
      return { visitor, page: visitor.page, person };
    },
  };
  return stage;
}

function fail(what: string): never {
  throw new Error(`${what} is there only while a test runs`);
}
