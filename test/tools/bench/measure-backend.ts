import { type Backend, type OpenBackend, openBackend } from './backends.ts';
import type { CorePlan } from './cores.ts';
import { measureFlood } from './flood.ts';
import type { LoadJob } from './load/load-job.ts';
import { LoadProcess } from './load/load-process.ts';
import { type RoundResult, Script } from './measure.ts';
import { MeasuredProcess } from './measured-process.ts';
import type { BackendResult, ScenarioResult } from './results.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';
import { makeKeyring, type Stage, setStage } from './seeded-service.ts';

/** How much is measured. */
export interface Extent {
  readonly connections: number;
  readonly rounds: number;
  readonly end: LoadJob['end'];
  readonly scenarios: readonly ScenarioName[];
  readonly flood: boolean;
}

export type Tell = (progress: string) => void;

/** The service and the baseline run side by side on one storage, and are asked in turn: the one that is not asked rests. */
export async function measureBackend(
  backend: Backend,
  extent: Extent,
  cores: CorePlan | undefined,
  tell: Tell,
): Promise<BackendResult> {
  const storage = await openBackend(backend);
  try {
    return await measureOn(storage, backend, extent, cores, tell);
  } finally {
    await storage.dispose();
  }
}

async function measureOn(
  { url, folder }: OpenBackend,
  backend: Backend,
  extent: Extent,
  cores: CorePlan | undefined,
  tell: Tell,
): Promise<BackendResult> {
  const place = { folder, storageUrl: url, cores };
  const load = new LoadProcess();
  const started: MeasuredProcess[] = [];
  try {
    await makeKeyring(place);
    const service = await MeasuredProcess.startService(place);
    started.push(service);
    const stage = await setStage(service, extent.connections);
    const baseline = await MeasuredProcess.startBaseline(place);
    started.push(baseline);
    const scenarios = await measureScenarios({ service, baseline }, stage, extent, load, (text) =>
      tell(`${backend}: ${text}`),
    );
    const flood = extent.flood ? await measureFlood(service, stage, extent, load) : undefined;
    return { backend, scenarios, flood };
  } finally {
    load.dispose();
    await Promise.all(started.map((server) => server.stop()));
  }
}

interface Rivals {
  readonly service: MeasuredProcess;
  readonly baseline: MeasuredProcess;
}

/**
 * All scenarios in every round, and not all rounds of each scenario: those that are compared with each other are
 * measured within seconds. The first round warms up and does not count.
 */
async function measureScenarios(
  { service, baseline }: Rivals,
  stage: Stage,
  { rounds, end, scenarios }: Extent,
  load: LoadProcess,
  tell: Tell,
): Promise<readonly ScenarioResult[]> {
  const runs = SCENARIOS.filter(({ name }) => scenarios.includes(name)).map((scenario) => ({
    scenario,
    script: new Script(scenario.requests(stage)),
    service: [] as RoundResult[],
    baseline: [] as RoundResult[],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    tell(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const run of runs) {
      const order = { load, scenario: run.scenario, end };
      const ours = await run.script.play({ ...order, target: service });
      const theirs = await run.script.play({ ...order, target: baseline });
      if (round === 0) continue;
      run.service.push(ours);
      run.baseline.push(theirs);
    }
  }
  return runs.map(({ scenario: { name, title }, service, baseline }) => ({ name, title, service, baseline }));
}
