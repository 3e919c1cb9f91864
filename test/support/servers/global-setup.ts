import type { TestProject } from 'vitest/node';
import { startSharedServers } from './shared-servers.ts';
import { wantedStorages } from './wanted-storages.ts';

export default (project: TestProject): Promise<() => Promise<void>> => startSharedServers(project, wantedStorages());
