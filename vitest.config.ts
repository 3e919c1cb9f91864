import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Unit tests need no server, so running them alone starts none. */
const UNIT_TESTS = 'test/unit/**/*.test.ts';
/** Browser tests are the only ones that need Chromium. */
const BROWSER_TESTS = 'test/adapters/dashboard/browser/**/*.test.ts';
/** Long-running proofs: torture, failpoints, failovers, large storages, packaging, fuzzing, tests of the tools. */
const PROOF_TESTS = 'test/proof/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // At least two: tests mostly wait for servers and disks. With more cores, one is left to the servers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Timeouts only detect hangs: an overloaded machine may take thirty times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/servers/stop-with-test-run.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: [UNIT_TESTS] } },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, UNIT_TESTS, BROWSER_TESTS, PROOF_TESTS],
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
      {
        extends: true,
        test: {
          name: 'proof',
          include: [PROOF_TESTS],
          globalSetup: ['test/support/servers/global-setup.ts'],
        },
      },
    ],
  },
});
