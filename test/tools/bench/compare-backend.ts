import { type Backend, type OpenBackend, openBackend } from './backends.ts';
import type { CorePlan } from './cores.ts';
import { LoadProcess } from './load/load-process.ts';
import { type Contestant, type MeasureOptions, measureScenarios, type OnProgress } from './measure-backend.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { ScenarioResult } from './results.ts';
import { createKeyring, seedService } from './seeded-service.ts';

/**
 * Measures the service of this checkout and another build of it alternately. Each has a storage of its own, because
 * their schemas may differ. The other build takes the place of the baseline in the result.
 */
export async function compareBackend(
  backend: Backend,
  otherProgram: string,
  options: Omit<MeasureOptions, 'flood' | 'mcp'>,
  cores: CorePlan | undefined,
  onProgress: OnProgress,
): Promise<readonly ScenarioResult[]> {
  const load = new LoadProcess();
  const storages: OpenBackend[] = [];
  const servers: MeasuredProcess[] = [];
  const start = async (program?: string): Promise<Contestant> => {
    const storage = await openBackend(backend);
    storages.push(storage);
    const target = { folder: storage.folder, storageUrl: storage.url, cores, program };
    await createKeyring(target);
    const server = await MeasuredProcess.startService(target);
    servers.push(server);
    return { server, seeded: await seedService(server, options.connections) };
  };
  try {
    const service = await start();
    const baseline = await start(otherProgram);
    return await measureScenarios({ service, baseline }, options, load, (text) => onProgress(`${backend}: ${text}`));
  } finally {
    load.dispose();
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(storages.map((storage) => storage.dispose()));
  }
}
