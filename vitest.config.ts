import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of the core need no server, so that running them alone starts none. */
const CORE_TESTS = 'test/{domain,application,architecture}/**/*.test.ts';
/** They need a browser, which nobody should have to install for the others. */
const BROWSER_TESTS = 'test/dashboard/**/*.browser.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // At least two: tests mostly wait for servers and disks. One core stays with those where there are more.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Only so that a hang is told: a starved machine may take thirty times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/servers/end-with-the-run.ts'],
    projects: [
      { extends: true, test: { name: 'core', include: [CORE_TESTS] } },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, CORE_TESTS, BROWSER_TESTS],
          globalSetup: ['test/support/servers/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER_TESTS],
          globalSetup: ['test/support/browser/global-setup.ts'],
        },
      },
    ],
  },
});
