import type { TestProject } from 'vitest/node';
import { findOrInstall } from '../servers/find-binary.ts';
import { startSharedServers } from '../servers/shared-servers.ts';
import { wantedStorages } from '../servers/wanted-storages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromiumPath: string;
  }
}

/** Finds or installs the browser once for all workers, and starts the one server that browser tests need. */
export default async function startBrowserTests(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromiumPath', await findChromium());
  return startSharedServers(
    project,
    wantedStorages().filter((name) => name === 'postgres'),
  );
}

const VARIABLE = 'TEST_CHROMIUM';

/** The headless shell is the same browser without its window, and loads pages in half the time. */
export async function findChromium(): Promise<string> {
  return process.env[VARIABLE] || findBrowser('chromium-headless-shell').catch(() => findBrowser('chromium'));
}

const findBrowser = (name: string): Promise<string> =>
  findOrInstall({ binary: name, package: name, folders: [], variable: VARIABLE });
