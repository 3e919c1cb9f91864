import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { proofSize } from './test/support/proof-size.ts';
import { RunReporter } from './test/support/run-reporter.ts';
import { wantedStorages } from './test/support/servers/wanted-storages.ts';

/** Unit tests need no server, so running them alone starts none. */
const UNIT_TESTS = 'test/unit/**/*.test.ts';
const CONTRACTS = 'test/contracts/**/*.each-storage.test.ts';
/** Run once for each storage, so that no worker runs the tests of all of them. */
const EACH_STORAGE_TESTS = 'test/**/*.each-storage.test.ts';
/** Browser tests are the only ones that need Chromium. */
const BROWSER_TESTS = 'test/**/*.browser.test.ts';
/** Long-running proofs: torture, failpoints, failovers, large storages, packaging, fuzzing, accessibility, tests of the tools. */
const PROOF_TESTS = 'test/proof/**/*.test.ts';

const EACH_STORAGE_PROOFS = 'test/proof/**/*.each-storage.test.ts';
/**
 * Standalone Redis has the adapters of Redis Cluster, and the contracts run on both: what remains to be proved is that
 * nothing is lost with a connection or a process.
 */
const REDIS_PROOFS = proofSize({
  usual: 'test/proof/{failpoints/*,faults/{killed-process,usage,webhook-delivery}}.each-storage.test.ts',
  full: EACH_STORAGE_PROOFS,
});

/** Their latencies are those of the service only if nothing else uses the machine. */
const ABUSE_TESTS = 'test/proof/{abuse/*,events/delivery}.test.ts';

/** Tests often wait for servers and disks, proofs most of all. With more cores, one is left to the servers. */
const workers = (name: string) => {
  if (name === 'proof-abuse') return { maxWorkers: 1, sequence: { groupOrder: 2 } };
  const isProof = name.startsWith('proof') || name === 'browser';
  return {
    maxWorkers: Math.max(isProof ? 6 : 5, availableParallelism() - 1),
    sequence: { groupOrder: isProof ? 1 : 0 },
  };
};

const project = (name: string, include: string, exclude: readonly string[], env: Record<string, string> = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    exclude: [...configDefaults.exclude, ...exclude],
    env,
    // A worker runs many files without loading the code again: no file changes what another could see.
    isolate: false,
    globalSetup: ['test/support/servers/global-setup.ts'],
    ...workers(name),
  },
});

/** Belongs to the proofs: Chromium takes a third of the time that all other tests take. */
const browserProject = {
  extends: true as const,
  test: {
    name: 'browser',
    include: [BROWSER_TESTS],
    isolate: false,
    globalSetup: ['test/support/browser/global-setup.ts'],
    ...workers('browser'),
  },
};

/** With STORAGE narrowed to one, as a developer would do it by hand. */
const storageProjects = wantedStorages().flatMap((storage) => {
  const env = { STORAGE: storage };
  if (storage === 'in-memory') return [project(storage, CONTRACTS, [], env)];
  return [
    project(storage, EACH_STORAGE_TESTS, [PROOF_TESTS], env),
    project(`proof-${storage}`, storage === 'redis' ? REDIS_PROOFS : EACH_STORAGE_PROOFS, [], env),
  ];
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Timeouts only detect hangs: an overloaded machine may take thirty times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/servers/stop-with-test-run.ts'],
    reporters: ['default', new RunReporter()],
    projects: [
      { extends: true, test: { name: 'unit', include: [UNIT_TESTS], isolate: false, ...workers('unit') } },
      project('servers', 'test/**/*.test.ts', [UNIT_TESTS, EACH_STORAGE_TESTS, BROWSER_TESTS, PROOF_TESTS]),
      ...storageProjects,
      project('proof', PROOF_TESTS, [EACH_STORAGE_TESTS, BROWSER_TESTS, ABUSE_TESTS]),
      project('proof-abuse', ABUSE_TESTS, []),
      browserProject,
    ],
  },
});
