import type { TestProject } from 'vitest/node';
import { startSharedServers } from './shared-servers.ts';
import { wantedStorages } from './wanted-storages.ts';

/** Starts the servers of the project's storages: the project's environment overrides that of the run. */
export default (project: TestProject): Promise<() => Promise<void>> =>
  startSharedServers(project, wantedStorages({ ...process.env, ...project.config.env }));
